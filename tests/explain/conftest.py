"""The pages of traces in a browser."""

from tests.browsing import browser as browser
from tests.browsing import open_page as open_page
