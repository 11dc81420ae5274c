"""``hashicnf serve``: commands run one after the other in one process, as JSON lines ask for them.

``request`` reads a line, ``run`` runs its command as the command line would, ``streams`` keeps the lines apart from what commands,
libraries and children print.
"""
