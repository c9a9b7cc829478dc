"""From environment files to a folder of YAML."""
