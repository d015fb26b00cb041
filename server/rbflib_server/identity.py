"""A student who has logged out in another tab learns from JupyterLab where to log in again.

JupyterLab shows the message of an error that the server's API answers. Without this it is
"Forbidden", while all that the page holds is still to be saved.
"""

from jupyter_server.services.contents.handlers import ContentsHandler
from jupyterhub.singleuser.extension import JupyterHubIdentityProvider
from tornado.web import HTTPError


class LoginReminder(JupyterHubIdentityProvider):
    """Says to whoever is not logged in, and opens or saves a file, where to log in."""

    async def get_user(self, handler):
        user = await super().get_user(handler)
        if user is None and isinstance(handler, ContentsHandler):
            request = handler.request
            raise HTTPError(
                403,
                "You are no longer logged in. Leave this page open, log in at"
                f" {request.protocol}://{request.host}{handler.base_url} in another tab, and save"
                " again: nothing that you have written is lost.",
            )
        return user
