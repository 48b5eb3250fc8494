"""Saved databases of earlier versions, and the script that makes them."""
