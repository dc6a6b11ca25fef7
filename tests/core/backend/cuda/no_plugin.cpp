// A library, but none of ours.
extern "C" int somethingElse() {
  return 1;
}
