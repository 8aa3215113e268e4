// Device functions with what C has: tables, variables, local arrays, pointers to functions. Built as relocatable (build.mjs).

typedef unsigned int u32;
typedef long long i64;
typedef unsigned long long u64;

float fade(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }

// Values of every type.
int addI32(int a, int b) { return a + b; }
u32 halfU32(u32 a) { return a / 2; }
i64 negateI64(i64 a) { return -a; }
u64 halfU64(u64 a) { return a / 2; }
double thirdF64(double a) { return a / 3; }
_Bool isOdd(int a) { return a & 1; }
int choose(_Bool condition, int a, int b) { return condition ? a : b; }
double mixed(int a, u32 b, i64 c, u64 d, float e, double f) { return a + b + c + d + e + f; }

// Arrays are addresses; the length is a parameter like others.
float sample(const float *a, int n, float x) {
  float at = x * (n - 1);
  int i = (int)at;
  if (at < 0) return a[0];
  if (i >= n - 1) return a[n - 1];
  return a[i] + (a[i + 1] - a[i]) * (at - i);
}
void put(float *a, int i, float x) { a[i] = x; }
u32 sumOfBytes(const unsigned char *a, int n) {
  u32 sum = 0;
  for (int i = 0; i < n; i++) sum += a[i];
  return sum;
}

struct particle { float x, y; int hits; };
float energy(const struct particle *p) { return p->x * p->x + p->y * p->y; }
void hit(struct particle *p) { p->hits += 1; }

// A table in data, and variables, which all threads share.
static const float table[8] = {1, 2, 4, 8, 16, 32, 64, 128};
float lookup(int i) { return table[i & 7]; }
int calls = 100;
int countCall(void) { return __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED); }

// A local array that is too large for registers.
int digits(u32 value) {
  volatile unsigned char buffer[256];
  int count = 0;
  for (u32 rest = value; rest > 0; rest /= 10) buffer[count++] = rest % 10;
  int sum = 0;
  for (int i = 0; i < count; i++) sum = sum * 10 + buffer[i];
  return sum;
}

// Pointers to functions, one of them in data.
static int twice(int a) { return 2 * a; }
int square(int a) { return a * a; }
typedef int operation(int);
operation *chosen = square;
int apply(int which, int a) {
  operation *const operations[2] = {twice, chosen};
  return operations[which & 1](a);
}

int failAbove(int limit, int a) {
  if (a > limit) __builtin_trap();
  return a;
}
