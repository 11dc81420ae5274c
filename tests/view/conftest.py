"""The pages of games in a browser."""

from tests.browsing import browser as browser
from tests.browsing import open_page as open_page
