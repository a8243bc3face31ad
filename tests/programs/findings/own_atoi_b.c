int atoi(const char *s) {
  (void)s;
  return 77;
}
