"""What survives a restart: the journal of the tables and the identities of persons."""
