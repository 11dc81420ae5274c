"""``hashicnf serve``: run commands one after the other in one process, as requested by lines of JSON.

``request`` parses a line, ``run`` runs its command as the command line would, ``streams`` separates the lines from the output of
commands, libraries and children.
"""
