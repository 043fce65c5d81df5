"""Alembic's entry: the caller gives its own connection, in a transaction that it commits itself."""

from alembic import context

from carteado.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,  # SQLite alters a table by making it anew
)
context.run_migrations()
