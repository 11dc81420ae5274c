"""Drawing styles of Hashiwokakero boards, each with a way to read it back."""
