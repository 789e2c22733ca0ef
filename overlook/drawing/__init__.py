"""What is drawn: measurements on photographs, mounts and wires as SVG."""
