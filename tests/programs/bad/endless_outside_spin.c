void spin(void);
void spin(void) {
  volatile int forever = 1;
  while (forever) {}
}
