"""Hall of tables: each table publishes its games and rulings over MQTT, and a hub stores and shows them all."""
