"""Serve one page on the loopback interface: to this machine alone, and nothing but the page."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Final

from hashicnf.errors import UsageError

HOST: Final = "127.0.0.1"


def serve(page: str, port: int, say: Callable[[str], None], *, browser: bool = False) -> None:
    """Serve a page until Ctrl-C, on a port or (0) any that is free; its address is said. Raises UsageError for a port in use."""
    try:
        server = HTTPServer((HOST, port), handler_of(page.encode()))
    except OSError as problem:
        raise UsageError(f"--port {port}: {problem.strerror}") from None
    address = f"http://{HOST}:{server.server_port}/"
    with server:
        say(f"hashicnf: {address} (Ctrl-C to end)")
        if browser:
            webbrowser.open(address)
        server.serve_forever()


def handler_of(body: bytes) -> type[BaseHTTPRequestHandler]:
    """Make the class that answers requests for ``/`` with a page and all others with 404."""

    class Handler(BaseHTTPRequestHandler):
        """Answers with the page."""

        def do_GET(self) -> None:
            """Send the page."""
            is_page = self.path == "/"
            self.send_response(200 if is_page else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body) if is_page else 0))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            if is_page:
                self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Print nothing: the terminal shows the address alone."""

    return Handler
