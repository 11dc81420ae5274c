"""Two puzzle families as another package brings them: nothing of hashicnf names them."""
