int main(void) {}
