"""Cards A to D for votes in class, without a server: a sheet per student, to fold."""
