"""The exam bank: written questions for every page, two papers, and oral questions."""
