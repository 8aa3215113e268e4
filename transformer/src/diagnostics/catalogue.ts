// Every diagnostic of the compiler: one row per code, never reused. The reporter fills in `{0}` and on. docs/diagnostics.md is generated
// from this table. LW10xx recognition, LW11xx syntax, LW12xx names and calls, LW13xx numbers and types, LW14xx device globals and device
// functions, LW15xx atomics, LW16xx structs, LW17xx pointers, LW19xx projects.

export interface CatalogueRow {
  readonly category: "error" | "warning";
  readonly message: string;
  /** How to fix it, in one line. */
  readonly help: string;
}

const error = (message: string, help: string): CatalogueRow => ({ category: "error", message, help });

export const catalogue = {
  LW1001: error(
    "A kernel must be a function expression or a const function; this value cannot be traced to one.",
    "Pass a lambda, or a function declared with `const` or `function`; or give the parameter or result that supplies it the type KernelFunction<…>.",
  ),
  LW1002: error(
    "`{0}` is used as a kernel of {1} dimensions here and of {2} elsewhere.",
    "Write one function for each number of dimensions. Both can call a third function that does the common work.",
  ),
  LW1003: error(
    "A kernel's parameters are its work-item's indices or elements. This one is not a plain parameter.",
    "Declare one plain parameter for each dimension of the range, or for each array of elements, without a default value, destructuring or `...`.",
  ),
  LW1004: error(
    "A kernel has at most three dimensions; this type has {0}.",
    "Launch over [depth, height, width], and compute further indices from these.",
  ),
  LW1005: error(
    "A kernel that takes its work-item as an object can have no other parameter.",
    "Declare one parameter of the type Item<D> or NdItem<D>. The group is the item's `group`.",
  ),
  LW1006: error(
    "The compiler cannot see which types of arrays this function reads and writes: {0}.",
    "Give each array one type, such as Float32Array, and not a union of types. In a function of your own, take the function as a parameter of the type ElementFunction1 or ElementFunction2.",
  ),
  LW1007: error(
    "`{0}` is used for {1} here and for {2} elsewhere.",
    "Write one function for each. Both can call a third function that does the common work.",
  ),

  LW1101: error("{0} is not supported in kernels.", "Write it with statements and operators on numbers and booleans."),
  LW1102: error(
    "throw and try are not supported in kernels.",
    "Write an error code to an array, and check it after the launch.",
  ),
  LW1103: error(
    "Kernels and the functions they call cannot be async and cannot await.",
    "Await the launch outside the kernel.",
  ),
  LW1104: error("Kernels and the functions they call cannot be generators.", "Write a loop."),
  LW1105: error("Strings are not supported in kernels.", "Use numbers, and convert them to text on the host."),
  LW1106: error(
    "A kernel cannot create this object.",
    "Give it fields that are numbers, booleans, arrays of fixed length or other such objects, with no computed names and no methods. A class can also keep a typed array that its constructor is passed.",
  ),
  LW1107: error(
    "The length of this array literal is unknown, or differs from its type's.",
    "Write out every element. For many elements, use fixedArray(64, 0).",
  ),
  LW1108: error(
    "The cases of a switch in a kernel must be numbers, bigints or booleans, of the same kind as the value that it switches on.",
    "Use an enum or a number.",
  ),
  LW1109: error(
    "A for-of loop in a kernel must declare its variable, and iterates over typed arrays, struct arrays and arrays of fixed length.",
    "Use an index: `for (let i = 0; i < n; i++)`.",
  ),
  LW1110: error("for-in is not supported in kernels.", "Use an index: `for (let i = 0; i < a.length; i++)`."),
  LW1111: error("A kernel cannot destructure a computed name.", "Declare the variable in a statement of its own."),
  LW1112: error(
    "Kernels cannot create objects of `{0}`.",
    "Create the object outside the kernel, `const view = new View(a);`, and call its methods in the kernel. Or use a class of the program whose fields are numbers, booleans, `FixedArray<number, 4>` and other such objects, or typed arrays that its constructor is passed, `this.bytes = bytes`.",
  ),
  LW1113: error(
    "`this` is a host object here.",
    "Read its fields, `this.gain`, in methods of classes and object literals, and in arrow functions inside them. Elsewhere, pass the object to the function as a parameter: `apply(filter, x)`.",
  ),
  LW1114: error("Regular expressions are not supported in kernels.", "Do this on the host."),
  LW1116: error(
    "{0} is used as a value; in kernels a function can only be called.",
    "Call it, or choose between calls with `? :`.",
  ),
  LW1117: error("`{0}` is not supported in kernels.", "{1}"),
  LW1119: error(
    "An optional call is not supported in kernels.",
    "Functions in kernels are never null or undefined: write `f(x)`.",
  ),
  LW1120: error(
    "Kernels do not support spreading a value of unknown length, nor rest elements in patterns and constructors.",
    "Write out each argument or field. For an array, write a loop: `for (const x of a) most = Math.max(most, x)`.",
  ),
  LW1123: error(
    "This statement is not supported in kernels.",
    "Use let, const, if, for, while, do, break, continue, return, assignments and calls.",
  ),
  LW1124: error(
    "`{0}` is or may be null or undefined, which the kernel cannot test or store here.",
    "For an element, write `a[i]!`, and compare its index with `a.length`. Give a value that may be missing a type such as `number | null` or `Hit | undefined`, not with both, and use it where `hit !== null` holds, as `hit ?? 0`, or as `hit!`.",
  ),
  LW1125: error(
    "`{0}` has no value where it is declared.",
    "Give it an initial value, as `let {0} = 0` or, for an array of two numbers, `let {0} = [0, 0]`. In a kernel, a variable that is declared with `!`, and an array, must have one.",
  ),
  LW1126: error(
    "This expression is nested too deeply for a kernel.",
    "Compute parts of it in constants, or add up the values in a loop.",
  ),
  LW1127: error(
    "The length of an array in a kernel must be a constant above zero.",
    "Write a number or a const: `fixedArray(64, 0)`, `new Float32Array(16)`.",
  ),
  LW1128: error(
    "A kernel can index a tuple only by constants, because its members may differ.",
    "If all members are numbers, declare an array: `FixedArray<number, {0}>`.",
  ),
  LW1130: error(
    "console.log in a kernel prints only numbers, booleans and constant strings.",
    "Print an object's fields one by one.",
  ),
  LW1131: error("`{0}` is an array method that kernels do not have.", "{1}"),
  LW1132: error("`{0}` has no type where it is declared: {1}.", "{2}"),
  LW1133: error(
    "`{0}` is a property with a setter in its class. Kernels can assign it only with `=`, `+=` and similar operators, or with `++` as a statement.",
    "Write `box.width = 2`. Instead of a pattern or `||=`, write an assignment; instead of `super.width`, write a method.",
  ),
  LW1134: error(
    "Decorators are not supported in kernels, because they run on the host and may replace what they decorate.",
    "In the kernel, use a class without decorators.",
  ),
  LW1135: error(
    "`{0}` grows as it is used, and kernels have no memory that can grow.",
    "Use an array of fixed length, `fixedArray(64, 0)`; or convert it to a typed array on the host, and capture that.",
  ),
  LW1136: error(
    "The type {0} has values of different kinds.",
    "Use one kind: declare two variables, or use a number that tells them apart (`Number(isOn)` is 0 or 1).",
  ),
  LW1137: error("The type {0} does not say what the value is.", "Write its type: `number`, `f32`, `boolean`, …"),
  LW1138: error(
    "`{0}` returns one of several functions, or returns one before its end.",
    "End it with a single `return` of a function, and choose there: `return k > 2 ? f : g;`.",
  ),
  LW1140: {
    category: "warning",
    message: "This kernel stores nothing, so its result is lost.",
    help: "Assign it to an element: `out[i] = …`.",
  },
  LW1142: error(
    "This kernel would run uncompiled: `{0}` is `any` to TypeScript.",
    'Give it its type, `{1}` from lanewise: `import { {1} } from "lanewise";`.',
  ),
  LW1143: error(
    "`{0}` launches kernels, but TypeScript cannot see that here: a function passed to it would run uncompiled.",
    "Call the method itself, or let TypeScript infer the type of its other name: `const launch = q.parallelFor.bind(q);`.",
  ),

  LW1201: error(
    "`{0}` is not visible where the kernel is written, so the launch cannot read it.",
    "Pass it to the function as an argument, or declare it in the kernel's module.",
  ),
  LW1202: error(
    "`{0}` belongs to the host and cannot be used in a kernel.",
    "Kernels use Math, typed arrays, numbers, booleans and functions whose source is in the program.",
  ),
  LW1203: error("`{0}` is captured: the kernel gets a copy and cannot assign to it.", "{1}"),
  LW1204: error("`{0}` has the type {1}, which a kernel cannot capture.", "{2}"),
  LW1205: error(
    "`{0}` calls itself, directly or through other functions, and kernels cannot recurse.",
    "Write a loop. It can keep a list of remaining work in an array: `fixedArray(64, 0)`.",
  ),
  LW1206: error(
    "The body of `{0}` is not visible to the compiler.",
    "Call a function whose source is in the program, or in a package as JavaScript or as TypeScript with declaration maps; or call one that a package exports as `deviceFn(…)`.",
  ),
  LW1207: error(
    "`{0}` is not a method that kernels can call.",
    "Kernels can call methods of the program's classes. For arrays, write a loop.",
  ),
  LW1208: error(
    "`{0}` is not known when the kernel is compiled.",
    "Call a function declared with `function`, a const that is a function expression, or the result of such a function: `const f = add(2);`. If the host chooses it, launch the kernel in a function with a parameter for it, `const launch = (f: (x: number) => number) => q.parallelFor(…)`, and write `launch(table[key])`.",
  ),
  LW1209: error("`{0}` is a function for the host.", "Call it outside the kernel."),
  LW1211: error("Not every path of `{0}` returns a value.", "End it with a return statement that has a value."),
  LW1212: error("`{0}` is used before it is declared.", "Declare it above the first call that uses it."),
  LW1214: error(
    "`{0}` would be a new object in one case and an existing one in another, and their fields are assigned.",
    "Use one variable for each object. If the other object must not change, assign a copy of it: `{ ...p }`, `p.clone()`, or `a.slice()` for an array.",
  ),
  LW1215: error(
    "`{0}` is stored as a copy and assigned afterwards. In JavaScript, both would be the same object.",
    "Store it when it is complete. If the stored object must not change, store a copy: `{ ...p }`.",
  ),
  LW1216: error("Objects cannot be compared in kernels.", "Compare their fields."),
  LW1217: error(
    "An object of type {0} is used as {1}, which is a different type in a kernel.",
    "Create one from its fields, `{ x: a.x, y: a.y }`, or declare the parameter or result with the class itself.",
  ),
  LW1218: error(
    "`{0}` gets a new object in each iteration while an earlier one may still be in use, and their fields are assigned.",
    "When the fields of an object are final, keep a copy of it: `best = { ...p }`, `p.clone()`. For an array, copy the elements: `best.set(a)`.",
  ),
  LW1219: error(
    "This is {0} or {1}, so the method to call would be known only when the kernel runs.",
    "Use one class with a field that tells the cases apart, and a `switch` in its method.",
  ),
  LW1220: error(
    "`{0}` is an ordinary array ({1}), which a kernel cannot read.",
    "Copy it into the queue's memory, `q.mallocShared(Float64Array, {0})`, or make it a constant with a readonly type: `as const`, `readonly number[]`.",
  ),
  LW1221: error(
    "`{0}` is a row of an accessor, which a kernel cannot use as a value.",
    "Index it in place, `a[y]![x]`, or read its `length`. Pass the accessor and the indices to functions.",
  ),
  LW1222: error(
    "`{0}` refers to a place where `{1}` puts another object. In JavaScript, it would keep the previous one.",
    "Where you name the object that you still need, copy it: `{ ...p }`, `p.clone()`, or its fields one by one.",
  ),
  LW1223: error(
    "`{0}` is private to its class. The kernel is outside the class, so its launch cannot read it.",
    "Write `private` instead of `#`, or launch the kernel in a method of the class.",
  ),
  LW1231: error(
    "The kernel calls `{0}`, but no call of {1} in this program passes a function for it that the compiler knows.",
    "Pass a lambda, or a function declared with `function` or `const`. For callers in other packages, take a reference, `{0}: FunctionRef<(x: f32) => f32>`, to which they pass `functionRef(half)` of a `deviceFn`.",
  ),
  LW1232: error(
    "`{0}` is passed to {1}, which calls it in a kernel, but the compiler cannot tell which function it is.",
    "Pass a lambda, a function declared with `function` or `const`, a choice between such functions, `isFast ? f : g`, or a member of a const that lists them, `table[key]`. For a function of Math or of a package, pass a lambda that calls it: `(x) => Math.abs(x)`.",
  ),
  LW1233: error(
    "This kernel would be compiled {0} times, once for each function passed as {1}; the limit is {2}.",
    "Take references instead, `f: FunctionRef<(x: f32) => f32>`, and pass `functionRef(half)` of a `deviceFn`. Such a kernel is compiled once.",
  ),
  LW1234: error(
    "The kernel calls `{0}`, which callers of {1} may omit.",
    "Give it a default value instead of the `?`: `{0}: (x: number) => number = (x) => x`.",
  ),
  LW1235: error(
    "`{0}` is a field that holds a function, and the compiler does not know which one.",
    "Give the function that launches the kernel a parameter for it, `run({1}: (x: number) => number)`, and call `{1}`; or make it a method of the class.",
  ),
  LW1236: error(
    "`{0}` may be a different function from the one in its type: the program replaces it, or passes another object in place of one of the class.",
    'Give the replacement its own name, and let the kernel choose by a field: `shape.isRound ? shape.areaOfDisk(x) : shape.area(x)`. For `Object.assign(this, init)`, give `init` a type that lists what it has: `Pick<Shape, "radius">`.',
  ),
  LW1237: error(
    "The elements of `{0}` are undefined until they are written. The compiler accepts that only for numbers without an integer type, and only if it sees that all are written first.",
    "Fill the array where you create it, `{1}.fill(0)`, or follow it with a loop over all its elements that begins with `window[k] = …`.",
  ),
  LW1238: error(
    "In a kernel, `set` can copy only from an array that is certainly another one; `{0}` may be the same.",
    "Write a loop: `for (let k = 0; k < b.length; k++) a[offset + k] = b[k]!`. Two arrays from outside, or parts of them, may share memory. An array that the kernel makes shares none.",
  ),
  LW1239: error(
    "`{0}` is a function of an object whose literal the compiler cannot see: another object of the same type may have a different function.",
    "Call it by the const that the literal initialises, `const filter = { gain: 2, apply(x: number) { return x * this.gain; } };`, or write a class with the method.",
  ),
  LW1240: error(
    "The compiler cannot follow `{0}` to a function in {1}, the JavaScript that runs.",
    "Call a function that a module of the package declares with `function` or `const` and exports by its name; or write the function in your program.",
  ),
  LW1241: error(
    "`{0}` is state of a package's module. All calls share it, which kernels cannot do.",
    "Call a function of the package that keeps nothing between calls; or write the function in your program, and pass that state as a parameter.",
  ),

  LW1245: error(
    "`{0}` is a part of an array, or an object that holds one, which a kernel knows by its declaration. A kernel cannot assign it, choose between several, or keep it in an array or another object.",
    "Declare it with `const` where it is used, and pass it to functions, or to a constructor that keeps it: `this.bytes = bytes`. Or keep the numbers, and write `a[begin + k]`.",
  ),
  LW1246: error(
    "`{0}` is an array of arrays ({1}), which a kernel cannot read.",
    "Put its rows one after another: `const data = Float64Array.from({0}.flat())`. If all rows have the same length, row i has `data[i * columns + k]!`. Otherwise also store where each begins, `const begins = Int32Array.from({0}.keys(), (k) => {0}.slice(0, k).flat().length)`, and read `data[begins[i]! + k]!`.",
  ),
  LW1247: error(
    "This kernel would be compiled {0} times, once for each class that {1} may have; the limit is {2}.",
    "Name fewer classes, `Float32Array | Float64Array`; or give arrays of the same class a common type parameter, `<T extends Float32Array | Float64Array>(a: T, b: T)`.",
  ),
  LW1248: error("`{0}` is one of several object types, which a kernel cannot tell apart.", "{1}"),
  LW1249: error(
    "`{0}` is a string, whose characters a kernel cannot read.",
    "Let the kernel read their codes: with `const codes = Uint16Array.from({ length: {0}.length }, (_, k) => {0}.charCodeAt(k));` outside the kernel, `codes[k]!` is `{0}.charCodeAt(k)`, and `codes.length` is `{0}.length`.",
  ),
  LW1250: error("When the kernel runs, `{0}` may be another member of {1} than TypeScript assumes.", "{2}"),
  LW1251: error(
    "`{0}` is copied where {1} is expected, but assignments to one of the two objects would not show in the other.",
    "Declare the object as {1} from the start, or make a new object instead of assigning to it.",
  ),
  LW1253: error(
    "`{0}` is an ordinary array of objects ({1}), which a kernel cannot read.",
    "If the objects are constant, say so: `const {0} = [ … ] as const;`. {2}",
  ),
  LW1252: error(
    "`{0}` says which fields {1} has, so a kernel cannot assign it.",
    'Assign a whole object instead, to the variable or to the element: `s = { kind: "disk", r: 2 };`.',
  ),
  LW1254: error(
    "`{0}` yields an array that the kernel makes in one case, and an array from outside in another.",
    "Use one kind in all cases: copy the array from outside into one that the kernel makes, `own.set(a)`. A function can also fill an array that its caller passes.",
  ),
  LW1255: error(
    "Kernels cannot read or write bytes by a DataView.",
    "Put the number together from bytes, `a[k]! | (a[k + 1]! << 8)`. Or outside the kernel make another typed array of the same buffer, `const words = new Uint32Array(a.buffer);`, and use that.",
  ),
  LW1256: error(
    "`{0}` is a function that `{1}` of a package has made, and the compiler cannot copy `{1}` into the program to see what its result uses.",
    "Call a function of the package that uses nothing but its parameters, functions and constants of its module; or write the function in the program.",
  ),
  LW1257: error(
    "`{0}` of a package is a constructor written with `function`, and kernels cannot create its objects.",
    "Use a class of the package that is written with `class`; or write the class in your program.",
  ),
  LW1258: error(
    "TypeScript does not know the type of `{0}`: the declarations of a package import a file that it does not find, which `skipLibCheck` hides.",
    'Set `"module": "esnext"` and `"moduleResolution": "bundler"` in tsconfig.json, if your program is bundled: then imports need no extensions. `npx tsc --noEmit --skipLibCheck false` names the import.',
  ),
  LW1259: error(
    "Methods of a package's class assign the field `{0}`, and this call reads it first. JavaScript would take what an earlier call has left.",
    "Call a method that assigns the field first. Or write the class in your program, and keep the field in an object of the kernel.",
  ),
  LW1260: error(
    "`{0}` is an ordinary array of typed arrays ({1}), which a kernel cannot read.",
    "Put them one after another: `const data = {2}.from({0}.flatMap((row) => [...row]))`. If all have the same length, row i has `data[i * columns + k]!`. If there are few, give each its own name: `const [first, second] = {0};`.",
  ),
  LW1261: error(
    "`{0}` is a function that `{1}` made on the host, and the compiler cannot tell which.",
    "`{1}` must return one function, at its end and nowhere else. If it returns one of several, let a function of its own make each, and choose in the kernel: `isFlat ? f(x) : g(x)`.",
  ),
  LW1262: error(
    "Kernels do not know `Object.is`.",
    "For numbers, write `{0} === {1} ? {0} !== 0 || 1 / {0} === 1 / {1} : {0} !== {0} && {1} !== {1}`. It tells 0 from -0, and finds NaN equal to NaN.",
  ),
  LW1263: error(
    "`{0}` is a tuple, whose members may have different types, so a kernel cannot spread it into an array.",
    "Write its members: `{1}`.",
  ),
  LW1264: error(
    "`{0}` is a default for a field that may be undefined when the kernel runs.",
    "Read the field, and replace undefined there: `const {1} = {2}.{3} ?? {4};`.",
  ),
  LW1265: error("`{0}` is a string, and kernels index by numbers only.", "{1}"),
  LW1266: error(
    "`[]` is empty, and an array of a kernel has a fixed length of one or more.",
    "Give it its greatest length, and count what is in use: `const {0} = fixedArray(64, 0); let count = 0;`. Then `{0}[count++] = x` does what `push` does, and `{0}[--count]!` what `pop` does.",
  ),
  LW1267: error(
    "The rest parameter `{0}` gets no argument here, and an array of a kernel has at least one element.",
    "Pass an argument for it, or call a function that has no such parameter.",
  ),
  LW1268: error(
    "`{0}` is an array of functions, which kernels cannot call by number.",
    "Call each by its name, `v = twice(v); v = next(v);`, or choose one: `k === 0 ? twice(v) : next(v)`.",
  ),
  LW1269: error(
    "`{0}` is assigned by a function inside the one that declares it, and refers to objects whose fields are assigned. The kernel cannot pass such a name to the function inside.",
    "Assign the name where it is declared. A function inside can return the object, `p = next();`, or assign its fields, `p.x = q.x;`. Two arrays that take turns can be chosen by a number: `const from = k % 2 === 0 ? a : b;`.",
  ),
  LW1270: error(
    "`{0}` is a function of JavaScript's own. Kernels can call it, but not choose it, pass it on or give it another name.",
    "Write a function that calls it: `{1}`.",
  ),
  LW1272: error(
    "`{0}` is a function in an object that a kernel creates, and such an object keeps values alone.",
    "Where the kernel needs no other such object, name it by a const in the function that calls it: `const own = { twice: (x: number) => 2 * x };`. Or write a class, whose methods share its fields: `class Reader { constructor(public at: number) {} next() { return this.at++; } }`, and in the kernel `const reader = new Reader(start);`.",
  ),
  LW1274: error(
    "`{0}` spreads an array of the host, whose elements a kernel can only read one by one.",
    "Write each argument: `{1}`.",
  ),

  LW1301: error("A fractional value is used as an integer.", "{0}"),
  LW1302: error("{0}: these do not mix.", "{1}"),
  LW1303: error(
    "`>>` copies the sign bit, and a u32 has no sign.",
    "JavaScript copies the highest bit: `(x | 0) >> n`. For values below 2^31, that is `x >>> n`.",
  ),
  LW1304: error(
    "The type {0} is not supported in kernels.",
    "Use number, bigint, boolean, the flavours i8 … f64, typed arrays, structs of such fields, and arrays of fixed length.",
  ),
  LW1305: error(
    "A value of type {0} cannot be indexed in a kernel.",
    "Index typed arrays, struct arrays and fixed arrays.",
  ),
  LW1306: error(
    "`{0}` of {1} is not supported in kernels.",
    "Kernels can use the `length` and elements of arrays, the fields and methods of structs, and a device global's `.get()`, `.set(v)` and, for a scalar, `.value`.",
  ),
  LW1307: error(
    "Kernels cannot use Math.random, because work-items have no order.",
    "Give each work-item its own random numbers: `new Philox(seed, i)` or `randomUniform(seed, i, 0)` from lanewise/random.",
  ),
  LW1308: error("Math.{0} is not supported in kernels.", "docs/math.md lists the Math functions that kernels support."),
  LW1309: error("Math.{0} takes {1} or more arguments in a kernel, found {2}.", "Pass the missing arguments."),
  LW1310: error("The number {0} does not fit {1}.", "{2}"),
  LW1311: error(
    "This expression has no value that a kernel can compute with.",
    "Use numbers and booleans. A boolean becomes a number by `Number(x)`.",
  ),
  LW1312: error(
    "A dimension must be a constant from 0 to {0} here.",
    "Write the number, or a loop for each dimension.",
  ),
  LW1313: error(
    "`{0}` is a work-item or its group, which a kernel cannot store or assign.",
    "Give it a name with `const`, pass it to functions, or store the numbers that you read from it.",
  ),
  LW1314: error(
    "The operation of `{0}` must be a constant.",
    'Write it in the call: "add", "multiply", "min" or "max", and for integers also "and", "or" or "xor".',
  ),
  LW1315: {
    category: "warning",
    message: "The integer `{0}` may exceed 2^24. It becomes an f32 here, which cannot hold every integer above that.",
    help: "If you want rounding, write `f32({0})`. Otherwise give what receives it the type f64, or no flavour.",
  },
  LW1316: {
    category: "warning",
    message: "`{0}` is computed in f32, because an f64 is not its only use. The f64 gets the rounded value.",
    help: "For all digits, write `f64(…)` around the f32 elements that it is computed from; or compute the value for the f64 separately.",
  },
  LW1317: {
    category: "warning",
    message:
      "The product `{0}` may exceed 2^53. It then loses its low bits, as in JavaScript, and only its low bits are used.",
    help: "If you want all 32 bits, write `{1}`, followed by `>>> 0` for an unsigned number.",
  },

  LW1401: error(
    "{0} cannot be declared here.",
    "Assign it to a const of a module or a namespace, in a declaration of its own: `export const total = {1};`.",
  ),
  LW1402: error("A device global's type must be written.", "Write it as a type argument: `{0}`."),
  LW1403: error(
    "The initial value must be a constant of the type {0}.",
    "Use literals, constants, arrays of at most the declared lengths, and pure functions of those.",
  ),
  LW1404: error(
    "{0} cannot have the type {1}.",
    "Use the flavours i8 … u64, f16, f32 and f64, boolean, structs, and FixedArray<T, N> of at least one of them, below 2 GiB; for a plain number write its flavour.",
  ),
  LW1405: error(
    "`{0}` is a device global of another package, and {1}, which has the kernel, does not import it.",
    'Import it there: `import { total } from "its-package";`.',
  ),
  LW1406: error(
    "`{0}` cannot be traced to the declaration of a device global.",
    "Use the name that it is declared with, an import of it, or a const that is another name for it: `total`, `Space.total`, `Totals.total`.",
  ),
  LW1407: error(
    "{0} cannot be local: it belongs to the module.",
    "Declare it as a const of the module, outside functions and blocks: `const total = {1};`.",
  ),
  LW1408: error("{0} must be declared with const, so that `{2}` always refers to it.", "Write `const {2} = {1};`."),
  LW1409: error(
    "{0} cannot be a member of each object: `{2}` is not static.",
    "Declare the member with `static readonly`, or a const of the module.",
  ),
  LW1410: error(
    "{0} must be reachable from outside its class, and `{2}` is not public.",
    "Declare it as `public static readonly`, or as a const of the module without `export`.",
  ),
  LW1411: error(
    "{0} cannot be part of an array, an object or a pattern.",
    "Declare a const for each: `const total = {1};`.",
  ),
  LW1412: error(
    "The class of the static member `{2}` cannot be named at the module's end.",
    "Declare the class with a name at the top level of a module or a namespace: `class Totals { … }`.",
  ),
  LW1413: error(
    "{0} needs a name of its own.",
    "Declare it as a const, and export that: `const total = {1}; export default total;`.",
  ),
  LW1414: error("The static member `{2}` can be assigned.", "Write `static readonly {2} = {1};`."),
  LW1415: error(
    "`{0}` hides the device global `{1}` of an `export *` in this module.",
    "Give one of them another name, or export the other by a name of its own: `export { {0} as other } from …`.",
  ),
  LW1416: error(
    "`{0}` is a device global with deviceImageScope of another package or project, so it belongs to the images there.",
    "Declare it without deviceImageScope, or call a function from there that launches a kernel.",
  ),
  LW1417: error(
    "`{0}` is used on the host, where a device global has no value.",
    "Copy it: `await q.read({0})`, `q.write({0}, value)` or q.copy; or use it in a kernel.",
  ),
  LW1418: error(
    "{0} cannot be made with `call`, `apply` or a function to which `bind` has given arguments: they hide its type and its arguments.",
    "Call the function itself: `const total = {1};`.",
  ),
  LW1421: error(
    "A device global with deviceImageScope cannot start as a copy of another.",
    "Write its initial value, or leave out deviceImageScope.",
  ),
  LW1422: error(
    "`{0}` is a device global of {1}, which does not convert to {2}.",
    "A copy has the same type, or one that converts: scalars convert to each other, and so do arrays of scalars of the same lengths.",
  ),

  LW1423: error(
    "The property `{0}` of a device global must have a single value, stated in its type; found `{1}`.",
    "Write one: `{ {0}: {2} }`.",
  ),
  LW1431: error(
    "A device function must be made from a function whose source is in the program; found `{0}`.",
    "Write the function in place, `deviceFn((x: f32): f32 => x * x)`, or name a const or a declared function.",
  ),
  LW1432: error(
    "The {0} of a device function must have a written type that callers can pass without seeing its body.",
    "Write a flavour (`x: f32`, never plain `number`), boolean, an interface or class, a tuple of one type or a FixedArray. Parameters can also be typed arrays, arrays of structs, items and functions, and a result can be void.",
  ),
  LW1433: error(
    "`{0}` belongs to the host. A device function can capture nothing, because kernels of any module call it.",
    "Pass it as a parameter, or declare a device global.",
  ),

  LW1434: error(
    "`{0}` is a device function of another package, and {1}, which has the kernel, does not import it.",
    'Import it there: `import { luma } from "its-package";`.',
  ),
  LW1435: error(
    "The name of an external device function must be written as a string, found `{0}`.",
    'Write the name that the WebAssembly binary exports: `externalDeviceFn<(x: f32) => f32>("fade")`.',
  ),
  LW1436: error(
    "An external device function needs a written type, of one function.",
    'Write it as a type argument: `externalDeviceFn<(x: f32) => f32>("{0}")`.',
  ),
  LW1437: error(
    "The {0} of an external device function must have a type that WebAssembly passes, found `{1}`.",
    "Parameters are flavours, booleans, and typed arrays and Pointers, which arrive as addresses; results are flavours, boolean or void.",
  ),
  LW1438: error(
    "`{0}` is declared as {1}, and elsewhere as {2}; a WebAssembly binary exports one function of that name.",
    "Give both declarations the function's type, or declare it once and import it.",
  ),
  LW1439: error(
    "`{0}` comes from another compiler, and functions of other compilers have no references.",
    "Take a reference to a device function that calls it: `const own = deviceFn((x: f32): f32 => {0}(x))`.",
  ),
  LW1441: error(
    "A specialization constant's type must be written: a flavour, boolean, a struct or a FixedArray.",
    "Write it as a type argument: `{0}`.",
  ),
  LW1442: error(
    "`{0}` cannot be traced to the declaration of a specialization constant.",
    "Name it as it is declared, by an import, or by a const that is another name for it, and read `{0}.value` or `{0}.get()`.",
  ),
  LW1443: error(
    "`specialized` takes only a captured number, bigint, boolean or reference to a function, and `{0}` is not one.",
    "Give the value a name before the kernel, and write `specialized(name)` in it.",
  ),
  LW1444: error(
    "`{0}` is constant while a kernel runs, but is assigned here.",
    "Change a copy: `{ ...value }` for an object, or another variable for a number.",
  ),
  LW1445: error(
    "`{0}` does not name a device function. Only device functions have references.",
    "Write `functionRef(luma)` with the name of one, declared by `const luma = deviceFn(…)`; choose between references: `c ? functionRef(a) : functionRef(b)`.",
  ),
  LW1446: error(
    "The {0} of a function that is called by reference must have a written type that callers can pass without seeing its body.",
    "Write it in the reference's type, as a flavour, boolean or a typed array: `FunctionRef<(x: f32) => f32>`.",
  ),
  LW1447: error(
    "`{0}` is an ordinary array of function references, which a kernel cannot read.",
    "Write them to a device global of the type `FixedArray<FunctionRef<F>, 4>`, or to a field of structs in the queue's memory. A small number of them can also be in an array that the kernel makes.",
  ),
  LW1448: error(
    "`{0}` is a specialization constant of another package, which {1} does not import.",
    "Import it in the kernel's own module, and read it by that name.",
  ),
  LW1449: error(
    "A device function can return only an object that it makes, and `{0}` is an object that it was passed.",
    "Return a copy: `{1}`. Or return nothing, and assign the object's fields.",
  ),
  LW1450: error(
    "The type of `{0}` is readonly, so callers rely on `{1}` not to change it, but its body does.",
    "Give the parameter a type whose fields are not readonly, or change a copy: `{ ...{0} }`.",
  ),
  LW1451: error(
    "`{0}` takes a function, so it is compiled where it is called, and only its declaration is visible here.",
    'Publish the source of its package, with "declarationMap": true and `src` in "files"; or give the parameter the type `FunctionRef<…>`, and pass `functionRef(f)`.',
  ),
  LW1456: error("The argument of `{0}` must be a constant, found `{1}`.", 'Write the name in the call: `{0}("{2}")`.'),
  LW1457: error("`{0}` does not know {1}.", "It knows {2}."),
  LW1458: {
    category: "warning",
    message: "Kernels that are launched will not find `{0}`: {1} does not register it.",
    help: "Build the package with Lanewise, its declarations and its JavaScript together.",
  },
  LW1459: {
    category: "warning",
    message: "No image of {1} that is linked here exports {0}, which {2} calls at {3}.",
    help: "Build the package again. If it exports the function under another name than the declared one, the launch finds it.",
  },
  LW1460: {
    category: "warning",
    message: "There is no kernel {0}.",
    help: "Kernels of that module are: {1}. It is better to pass the function, because a kernel's symbol changes when you write another kernel before it.",
  },

  LW1501: error(
    "`{0}` has no elements that atomics work on.",
    "Use an Int32Array, Uint32Array, Float32Array or Float64Array, or a device global of i32, u32, f32 or f64.",
  ),
  LW1502: error(
    "`{0}` works on integers, and the element is {1}.",
    "Floats have load, store, exchange, compareExchange, fetchAdd, fetchSub, fetchMin and fetchMax.",
  ),
  LW1503: error(
    "atomicRef of `{0}` takes {1}.",
    "Write `atomicRef(array, index)` for arrays and `atomicRef(global)` for scalars.",
  ),
  LW1504: error(
    "A kernel cannot use the result of atomicRef as a value.",
    "Call the operation at once: `atomicRef(array, index).fetchAdd(value)`.",
  ),
  LW1505: {
    category: "warning",
    message: "Several work-items write {0} without an atomic operation, {1}.",
    help: "{2}",
  },
  LW1506: {
    category: "warning",
    message:
      "Not every work-item of the group may reach this barrier: the condition around it depends on the work-item's index.",
    help: "Move the barrier after the condition, and keep inside the condition only the work of these work-items: `if (item.localId(0) < n) { … } item.barrier();`.",
  },
  LW1507: error(
    "Local memory is one array for all work-items of a group, so it cannot be declared under a condition or in a loop.",
    "Declare it at the top level of the kernel, or of a function that is called there.",
  ),
  LW1508: error(
    "Local memory belongs to a work-group, and this kernel has none.",
    "Launch it over `ndRange(global, local)`, with a parameter of the type NdItem<D>.",
  ),
  LW1509: error(
    "The reduction {0} works on integers, and this reducer is of {1}.",
    "Floats have add, multiply, min and max.",
  ),
  LW1510: {
    category: "warning",
    message: "`{0}` is read before the launch at line {1}, which writes it, has been awaited.",
    help: "Await the launch, or `q.wait()`, before the read: kernels never run inside the call that submits them.",
  },
  LW1511: error(
    "`{0}` names an element of a reducer, which is not a value by itself.",
    "Combine with it at once: `bins.at(index).combine(value)`.",
  ),

  LW1512: error(
    "The function that the reducer `{0}` combines by is not known when the kernel is compiled.",
    "Where the kernel is launched, write `reduction(target, f, { identity })` with a function or the name of a const one. All launches of a kernel use the same function.",
  ),
  LW1513: error(
    "`{0}` combines values of a reduction, so it cannot read `{1}` of the host.",
    "Such a function can use its parameters, constants, device globals and other functions.",
  ),

  LW1520: error(
    "The length of local memory must be known when the kernel is launched: a constant, or a value that the kernel computes from variables outside it.",
    "Create it in the command group, where any length is allowed: `const tile = h.localAccessor(Float32Array, n)` in `q.submit((h) => { … })`.",
  ),
  LW1521: error(
    "The memory order and scope of `{0}` must be constants.",
    'Write them in the call: "relaxed", "acquire", "release", "acquireRelease" or "sequential", then "workItem", "subGroup", "workGroup", "device" or "system".',
  ),

  LW1522: error(
    "This kernel cannot be built ahead of time: {0}.",
    'Add "ir" to `targets`, so that its code is generated when it is launched.',
  ),
  LW1523: {
    category: "warning",
    message: "Kernels of other packages cannot call `{0}` without its IR: {1}.",
    help: 'Add "ir" to `targets`, so that it is linked into them; or do not export it, if only this package calls it.',
  },
  LW1525: error(
    '`{0}` is a function of a library that is loaded when the program runs, so the build cannot link it in (`rdc: "off"`).',
    "Leave `rdc` out, so that it is linked at the first launch, or declare the function in the program, with `deviceFn` instead of `externalDeviceFn`.",
  ),
  LW1530: error(
    "`{0}` is not a function of Math that a device function can replace.",
    'Write a constant there: `{ replaces: "Math.sin" }`. The others are {1}.',
  ),
  LW1531: error(
    "{0} takes {1} and returns a number, all of one type, f32 or f64; `{2}` does not.",
    'Write the flavour at each parameter and at the result: `deviceFn(({3}): f32 => …, { replaces: "{0}" })`.',
  ),
  LW1532: error(
    "`{0}` begins with two underscores, so other images cannot link with it, and it replaces nothing.",
    "Give it another name.",
  ),
  LW1533: error(
    "{0} is replaced by `{1}` and by `{2}`.",
    "Leave `replaces` out of one of them; kernels may call it by its name.",
  ),

  LW1534: error(
    '{0} is not in the program, so the build cannot link it in (`rdc: "off"`).',
    "Leave `rdc` out, so that it is linked at the first launch, or make its source visible: the package ships it with declaration maps.",
  ),

  LW1601: error(
    "`{0}` is not a struct.",
    "Name an interface, a type literal or a class whose fields are numbers, bigints, booleans, FixedArray<T, N> or such structs.",
  ),
  LW1602: error(
    "The field `{0}` has the type {1}, which memory cannot hold.",
    "Use numbers, bigints, booleans, FixedArray<T, N> or structs of these; for a generic class write the type: `structOf<Vec3<f32>>(Vec3)`.",
  ),
  LW1603: error(
    "The field `{0}` is optional, but every struct in memory has all its fields.",
    'Declare it without `?`, and choose a value that means "nothing".',
  ),
  LW1604: error(
    "structOf must be told which struct.",
    "Write the type or its class: `structOf<Particle>()`, `structOf(Particle)`.",
  ),
  LW1605: error(
    "The layout of `{0}` is unknown: it depends on a type parameter.",
    "Call structOf where the type is known, and pass its result, a StructOf<T>.",
  ),
  LW1606: error(
    "The field `{0}` would hold a {1} inside a {1}, endlessly.",
    "Store the index of another element instead.",
  ),
  LW1607: error(
    "The name of the field `{0}` makes it private, so it cannot be in memory.",
    "Declare it with `private`.",
  ),
  LW1608: error(
    "The field `{0}` has the type {1}, an array type without a length.",
    "Declare it as FixedArray<number, 3> or as a tuple.",
  ),
  LW1609: error(
    "The field `{0}` is a tuple of different types, {1}.",
    "Declare a struct, with a name for each member.",
  ),

  LW1701: error(
    "`{0}` is not in a device's memory, so it has no pointer.",
    "Take the address of a device global, of an element of a captured array, `addressOf(array, index)`, or of an object in one.",
  ),

  LW1901: error("`{0}` of the plugin in tsconfig.json is {1}.", "Write {2}, or leave it out."),
  LW1902: error(
    "TypeScript finds an error in the source of a package that this kernel calls: {0}",
    "Give tsconfig.json the options that the package was written for, or correct the package.",
  ),
  LW1903: error(
    "`{0}` of {1} returns {2}, but the package's declarations say {3}.",
    "Correct the declarations, or call another function: kernels compile what runs.",
  ),
  LW1904: error(
    "The JavaScript of `{0}`, a function of a package that this kernel calls, is not sound with the types of its arguments: {1}",
    "Call another function of the package; or write this one in the program, where it can be corrected.",
  ),
  LW1905: {
    category: "warning",
    message: "{0} leads to {1} in this bundle, but kernels are compiled from {2}, so they may compute something else.",
    help: "Write {3}, so that both are the same file.",
  },
  LW1910: error(
    "Node cannot run modules of the kind {0}, which the tsconfig asks for.",
    'Write `"module": "nodenext"`.',
  ),
  LW1911: error(
    "{0} is an ES module, but is loaded with require().",
    "Load it with import(), or write it as a CommonJS module (.cts).",
  ),
  LW1912: error("The project of {0} has errors, so the file is not loaded:\n{1}", "Correct them first."),
  LW1925: error(
    "{0} cannot compile kernels: it {1}.",
    "Give the whole module of TypeScript 5.7 to 6, or leave the option out: the plugins and the command `lanewise` bring TypeScript 6, also for projects with TypeScript 7.",
  ),

  LW1920: {
    category: "warning",
    message:
      "noEmitOnError does not see errors that a classic transformer reports: tsc writes the file anyway, or only the emit fails.",
    help: "If that matters, use `@lanewise/transformer/tsc` with transformProgram, a bundler's plugin or `lanewise build`.",
  },
  LW1921: {
    category: "warning",
    message:
      "With `{0}` and a classic transformer, a kernel is not compiled again after an edit of a function that it calls in another file.",
    help: "Use `@lanewise/transformer/tsc` with transformProgram or `lanewise build`, or delete the .tsbuildinfo after such an edit.",
  },
  LW1922: error(
    "The transformer receives no types, so it cannot find this file's kernels.",
    "Turn off transpileOnly or isolatedModules of ts-loader or ts-jest, and give the transformer the host's program.",
  ),
  LW1923: {
    category: "warning",
    message:
      '`{0}: "{1}"` needs files beside the JavaScript, which a classic transformer cannot write; "{2}" is used instead.',
    help: "Leave it out, or use `@lanewise/transformer/tsc` with transformProgram or `lanewise build`.",
  },
  LW1924: error(
    "Another transformer has changed statements that have kernels.",
    "Put Lanewise's transformer before it.",
  ),
  LW1926: error(
    "This kernel would run uncompiled: it is in {0}, and the compiler reads only TypeScript modules.",
    "Move the launch into a TypeScript module, `export const launch = (q: Queue, out: Float32Array) => q.parallelFor(out.length, (i) => { … });`, and import it here.",
  ),
  LW1927: error(
    "This kernel would run uncompiled: TypeScript does not find the types of {0}, so it does not recognise queues.",
    'Install lanewise, and set `"module": "esnext", "moduleResolution": "bundler"` in the tsconfig.json.',
  ),
  LW1929: error(
    "This kernel would run uncompiled: the package {0} was built without Lanewise.",
    "Build the package with `lanewise build` or a plugin of @lanewise/transformer (docs/packages.md says how), and install that.",
  ),
  LW1928: error("{0} is {1}; expected {2}.", "Set the environment variable to one of these, or unset it."),

  LW1941: error(
    "{0} is larger than a device image may be: {1}.",
    "Make private arrays smaller, or use an array that is allocated once with a part for each work-item; divide the kernel in two. docs/image.md lists the limits.",
  ),
  LW1942: error(
    "The modules {1} have the same id, {0}, so the kernels and device globals of one would be mistaken for the other's.",
    'Give their packages different names: write `"name": "…"` in {2}.',
  ),
  LW1943: error(
    "The source is nested too deeply here for the compiler.",
    "Give inner parts names: constants, functions, or a file of data that the program reads.",
  ),
  LW1944: error(
    "This package.json cannot be read: {0}.",
    'Correct the file; expected an object as `npm init` writes it: { "name": "…", "version": "1.0.0" }.',
  ),

  LW2001: error(
    'device_global variable {0} with property "device_image_scope" is used in more than one device image.',
    'Build with `split: "auto"` or `split: "off"` (`lanewise build --split auto`), move the kernels that use it into one module, or leave out `deviceImageScope`.',
  ),
  LW2002: error(
    "No device image found for external symbol {0}, which {1}.",
    "Also name the folder or file of the package that has it: `lanewise link dist node_modules/<package>/dist`.",
  ),
  LW2003: error(
    "The kernel {0} is marked in {1}, but no image has it.",
    "Build the program again; if its images are in another file (`split`), name that file, too.",
  ),
  LW2004: error(
    "The module {0} has one set of images in {1} and another in {2}.",
    "Build both again, or name only one of them.",
  ),
  LW2005: error("The images do not fit together: {0}.", "Rebuild all modules that belong together."),
} as const satisfies Record<`LW${number}`, CatalogueRow>;

/** The code of a diagnostic, such as `"LW1203"`. docs/diagnostics.md has an entry for each. */
export type DiagnosticCode = keyof typeof catalogue;
