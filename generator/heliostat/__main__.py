"""`python -m heliostat` is `heliostat`."""

from heliostat.cli.main import main

main()
