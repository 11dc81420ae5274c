"""Formats of Hashiwokakero alone, and its parts of formats that families share."""
