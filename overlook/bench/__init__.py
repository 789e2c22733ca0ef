"""The ratios to peers that the project is judged by, measured side by side in one run."""
