"""What tools/record_bits is made of."""
