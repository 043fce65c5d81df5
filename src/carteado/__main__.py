"""`python -m carteado` is the command `carteado`."""

from carteado.cli import main

if __name__ == "__main__":
    main()
