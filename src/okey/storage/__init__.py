"""The log on disk: schema, migrations, drivers, and the rare queries."""
