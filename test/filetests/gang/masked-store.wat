(module
  (type (;0;) (func (param i32 i32 i32 i32)))
  (type (;1;) (func (param i32 i32 i32 i32) (result i32)))
  (type (;2;) (func (param i32 i32 i32 i32 i32)))
  (type (;3;) (func (param i32 i32 i32 v128 v128 i64 i32)))
  (import "lanewise" "memory" (memory (;0;) 0))
  (func (;0;) (; masked-store.ts:7 ;) (type 0) (param i32 i32 i32 i32)
    (local i32 i32 i32 i32 i32 i32)
    (local.set 7 (i32.load (local.get 0)))
    (block $1
      (loop $2
        (br_if $1 (i32.ge_u (local.get 2) (local.get 3)))
        (local.set 8
          (i32.add (local.get 2) (i32.and (i32.sub (local.get 3) (local.get 2)) (i32.const -8))))
        (local.set 9 (i32.const 0))
        (block $3
          (loop $4
            (br_if $3 (i32.le_s (local.get 8) (local.get 2)))
            (br_if $3
              (call 1
                (local.get 0)
                (local.get 1)
                (local.get 2)
                (i32.sub (local.get 8) (i32.const 1))))
            (local.set 8
              (select
                (i32.sub (local.get 8) (i32.const 8))
                (select
                  (i32.add (local.get 2) (i32.const 8))
                  (local.get 2)
                  (i32.eq (local.get 9) (i32.const 1)))
                (i32.eqz (local.get 9))))
            (local.set 9 (i32.add (local.get 9) (i32.const 1)))
            (br $4)))
        (if
          (i32.lt_s (local.get 2) (local.get 8))
          (then
            (call 2 (local.get 0) (local.get 1) (local.get 2) (local.get 8) (i32.const 0))
            (local.set 2 (local.get 8))))
        (br_if $1 (i32.ge_u (local.get 2) (local.get 3)))
        (call 4 (local.get 0) (local.get 1) (local.get 2) (local.get 3) (i32.const 0))
        (local.set 2 (i32.add (local.get 2) (i32.const 8)))
        (br $2))))
  (func (;1;) (; conditions ;) (type 1) (param i32 i32 i32 i32) (result i32)
    (local i32 i32 i32 i32)
    (local.set 7 (i32.load (local.get 0)))
    (local.set 4 (i32.load offset=16 (local.get 0)))
    (local.set 5 (i32.load offset=20 (local.get 0)))
    (i32.and
      (i64.ge_s (i64.extend_i32_s (local.get 2)) (i64.const 0))
      (i64.ge_s
        (i64.add
          (i64.add (i64.const -1) (i64.extend_i32_s (local.get 5)))
          (i64.mul (i64.extend_i32_s (local.get 3)) (i64.const -1)))
        (i64.const 0))))
  (func (;2;) (; fast ;) (type 2) (param i32 i32 i32 i32 i32)
    (local i32 i32 i32 i32 i32 i32 v128 v128 v128 v128 v128 v128 v128 i32 v128 v128 v128 v128)
    (local.set 8 (i32.load (local.get 0)))
    (local.set 5 (i32.load offset=16 (local.get 0)))
    (local.set 6 (i32.load offset=20 (local.get 0)))
    (local.set 13 (v128.const i8x16 10 0 0 0 10 0 0 0 10 0 0 0 10 0 0 0))
    (loop $2
      (block $1
        (local.set 7 (local.get 2))
        (local.set 10 (i32.add (local.get 5) (i32.shl (local.get 7) (i32.const 2))))
        (local.set 11 (v128.load (local.get 10)))
        (local.set 12 (v128.load offset=16 (local.get 10)))
        (local.set 14 (i32x4.gt_s (local.get 11) (local.get 13)))
        (local.set 15 (i32x4.gt_s (local.get 12) (local.get 13)))
        (local.set 16 (local.get 14))
        (local.set 17 (local.get 15))
        (local.set 18 (i32.add (local.get 5) (i32.shl (local.get 7) (i32.const 2))))
        (if
          (i32x4.all_true (v128.and (local.get 16) (local.get 17)))
          (then
            (v128.store (local.get 18) (v128.const i8x16 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0))
            (v128.store offset=16 (local.get 18) (v128.const i8x16 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0)))
          (else
            (local.set 19 (v128.load (local.get 18)))
            (local.set 20 (v128.load offset=16 (local.get 18)))
            (local.set 21
              (v128.bitselect
                (v128.const i8x16 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0)
                (local.get 19)
                (local.get 16)))
            (local.set 22
              (v128.bitselect
                (v128.const i8x16 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0)
                (local.get 20)
                (local.get 17)))
            (v128.store (local.get 18) (local.get 21))
            (v128.store offset=16 (local.get 18) (local.get 22)))))
      (local.set 2 (i32.add (local.get 2) (i32.const 8)))
      (br_if $2 (i32.lt_s (local.get 2) (local.get 3)))))
  (func (;3;) (; failVector ;) (type 3) (param i32 i32 i32 v128 v128 i64 i32)
    (local i32 i32 i32)
    (local.set 7 (i32x4.bitmask (local.get 4)))
    (local.set 8 (i32.ctz (local.get 7)))
    (if
      (local.get 7)
      (then
        (local.set 9
          (select
            (i32x4.extract_lane 0 (local.get 3))
            (select
              (i32x4.extract_lane 1 (local.get 3))
              (select
                (i32x4.extract_lane 2 (local.get 3))
                (i32x4.extract_lane 3 (local.get 3))
                (i32.eq (local.get 8) (i32.const 2)))
              (i32.eq (local.get 8) (i32.const 1)))
            (i32.eq (local.get 8) (i32.const 0))))
        (i32.store (local.get 0) (i32.add (local.get 1) (i32.const 1)))
        (i32.store offset=4 (local.get 0) (i32.add (local.get 2) (local.get 8)))
        (i64.store offset=8
          (local.get 0)
          (select (i64.extend_i32_s (local.get 9)) (i64.extend_i32_u (local.get 9)) (local.get 6)))
        (i64.store offset=16 (local.get 0) (local.get 5))
        (unreachable))))
  (func (;4;) (; safe ;) (type 2) (param i32 i32 i32 i32 i32)
    (local i32 i32 i32 i32 v128 v128 v128 v128 v128 i32 i32 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 i32)
    (local.set 8 (i32.load (local.get 0)))
    (local.set 5 (i32.load offset=16 (local.get 0)))
    (local.set 6 (i32.load offset=20 (local.get 0)))
    (local.set 12 (v128.const i8x16 0 0 0 0 1 0 0 0 2 0 0 0 3 0 0 0))
    (local.set 13 (v128.const i8x16 4 0 0 0 5 0 0 0 6 0 0 0 7 0 0 0))
    (local.set 27 (v128.const i8x16 0 0 0 0 4 0 0 0 8 0 0 0 12 0 0 0))
    (local.set 28 (v128.const i8x16 16 0 0 0 20 0 0 0 24 0 0 0 28 0 0 0))
    (local.set 40 (v128.const i8x16 10 0 0 0 10 0 0 0 10 0 0 0 10 0 0 0))
    (block $1
      (local.set 11 (i32x4.splat (i32.sub (local.get 3) (local.get 2))))
      (local.set 9 (i32x4.lt_s (local.get 12) (local.get 11)))
      (local.set 10 (i32x4.lt_s (local.get 13) (local.get 11)))
      (local.set 7 (local.get 2))
      (local.set 14 (i32.add (local.get 5) (i32.shl (local.get 7) (i32.const 2))))
      (local.set 15 (i32.sub (local.get 6) (i32.const 8)))
      (if
        (i32.and
          (i32.and (i32.ge_s (local.get 15) (i32.const 0)) (i32.le_u (local.get 7) (local.get 15)))
          (i32.const 1))
        (then
          (local.set 18 (v128.load (local.get 14)))
          (local.set 19 (v128.load offset=16 (local.get 14)))
          (local.set 16 (local.get 18))
          (local.set 17 (local.get 19)))
        (else
          (local.set 20 (i32x4.splat (local.get 7)))
          (local.set 21 (i32x4.add (local.get 20) (local.get 12)))
          (local.set 22 (i32x4.add (local.get 20) (local.get 13)))
          (local.set 23 (i32x4.splat (local.get 6)))
          (local.set 24 (v128.and (i32x4.ge_u (local.get 21) (local.get 23)) (local.get 9)))
          (local.set 25 (v128.and (i32x4.ge_u (local.get 22) (local.get 23)) (local.get 10)))
          (if
            (v128.any_true (v128.or (local.get 24) (local.get 25)))
            (then
              (call 3
                (local.get 1)
                (i32.const 0)
                (i32.add (local.get 2) (i32.const 0))
                (local.get 21)
                (local.get 24)
                (i64.extend_i32_u (local.get 6))
                (i32.const 1))
              (call 3
                (local.get 1)
                (i32.const 0)
                (i32.add (local.get 2) (i32.const 4))
                (local.get 22)
                (local.get 25)
                (i64.extend_i32_u (local.get 6))
                (i32.const 1))
              (unreachable)))
          (local.set 26 (i32x4.splat (local.get 14)))
          (local.set 29 (i32x4.splat (local.get 1)))
          (local.set 30
            (v128.bitselect (i32x4.add (local.get 26) (local.get 27)) (local.get 29) (local.get 9)))
          (local.set 31
            (v128.bitselect (i32x4.add (local.get 26) (local.get 28)) (local.get 29) (local.get 10)))
          (local.set 32 (v128.load32_zero (i32x4.extract_lane 0 (local.get 30))))
          (local.set 33 (v128.load32_lane 1 (i32x4.extract_lane 1 (local.get 30)) (local.get 32)))
          (local.set 34 (v128.load32_lane 2 (i32x4.extract_lane 2 (local.get 30)) (local.get 33)))
          (local.set 35 (v128.load32_lane 3 (i32x4.extract_lane 3 (local.get 30)) (local.get 34)))
          (local.set 36 (v128.load32_zero (i32x4.extract_lane 0 (local.get 31))))
          (local.set 37 (v128.load32_lane 1 (i32x4.extract_lane 1 (local.get 31)) (local.get 36)))
          (local.set 38 (v128.load32_lane 2 (i32x4.extract_lane 2 (local.get 31)) (local.get 37)))
          (local.set 39 (v128.load32_lane 3 (i32x4.extract_lane 3 (local.get 31)) (local.get 38)))
          (local.set 16 (local.get 35))
          (local.set 17 (local.get 39))))
      (local.set 41 (i32x4.gt_s (local.get 16) (local.get 40)))
      (local.set 42 (i32x4.gt_s (local.get 17) (local.get 40)))
      (local.set 43 (v128.and (local.get 41) (local.get 9)))
      (local.set 44 (v128.and (local.get 42) (local.get 10)))
      (block $2
        (br_if $2 (i32.eqz (v128.any_true (v128.or (local.get 43) (local.get 44)))))
        (local.set 45 (i32x4.splat (local.get 7)))
        (local.set 46 (i32x4.add (local.get 45) (local.get 12)))
        (local.set 47 (i32x4.add (local.get 45) (local.get 13)))
        (local.set 48 (i32x4.splat (local.get 6)))
        (local.set 49 (v128.and (i32x4.ge_u (local.get 46) (local.get 48)) (local.get 43)))
        (local.set 50 (v128.and (i32x4.ge_u (local.get 47) (local.get 48)) (local.get 44)))
        (if
          (v128.any_true (v128.or (local.get 49) (local.get 50)))
          (then
            (call 3
              (local.get 1)
              (i32.const 1)
              (i32.add (local.get 2) (i32.const 0))
              (local.get 46)
              (local.get 49)
              (i64.extend_i32_u (local.get 6))
              (i32.const 1))
            (call 3
              (local.get 1)
              (i32.const 1)
              (i32.add (local.get 2) (i32.const 4))
              (local.get 47)
              (local.get 50)
              (i64.extend_i32_u (local.get 6))
              (i32.const 1))
            (unreachable)))
        (local.set 51 (i32.add (local.get 5) (i32.shl (local.get 7) (i32.const 2))))
        (if
          (i32x4.all_true (v128.and (local.get 43) (local.get 44)))
          (then
            (v128.store (local.get 51) (v128.const i8x16 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0))
            (v128.store offset=16 (local.get 51) (v128.const i8x16 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0)))
          (else
            (if
              (i32.and (i32x4.extract_lane 0 (local.get 43)) (i32.const 1))
              (then
                (i32.store
                  (i32.add (local.get 51) (i32x4.extract_lane 0 (local.get 27)))
                  (i32x4.extract_lane 0 (v128.const i8x16 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0)))))
            (if
              (i32.and (i32x4.extract_lane 1 (local.get 43)) (i32.const 1))
              (then
                (i32.store
                  (i32.add (local.get 51) (i32x4.extract_lane 1 (local.get 27)))
                  (i32x4.extract_lane 1 (v128.const i8x16 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0)))))
            (if
              (i32.and (i32x4.extract_lane 2 (local.get 43)) (i32.const 1))
              (then
                (i32.store
                  (i32.add (local.get 51) (i32x4.extract_lane 2 (local.get 27)))
                  (i32x4.extract_lane 2 (v128.const i8x16 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0)))))
            (if
              (i32.and (i32x4.extract_lane 3 (local.get 43)) (i32.const 1))
              (then
                (i32.store
                  (i32.add (local.get 51) (i32x4.extract_lane 3 (local.get 27)))
                  (i32x4.extract_lane 3 (v128.const i8x16 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0)))))
            (if
              (i32.and (i32x4.extract_lane 0 (local.get 44)) (i32.const 1))
              (then
                (i32.store
                  (i32.add (local.get 51) (i32x4.extract_lane 0 (local.get 28)))
                  (i32x4.extract_lane 0 (v128.const i8x16 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0)))))
            (if
              (i32.and (i32x4.extract_lane 1 (local.get 44)) (i32.const 1))
              (then
                (i32.store
                  (i32.add (local.get 51) (i32x4.extract_lane 1 (local.get 28)))
                  (i32x4.extract_lane 1 (v128.const i8x16 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0)))))
            (if
              (i32.and (i32x4.extract_lane 2 (local.get 44)) (i32.const 1))
              (then
                (i32.store
                  (i32.add (local.get 51) (i32x4.extract_lane 2 (local.get 28)))
                  (i32x4.extract_lane 2 (v128.const i8x16 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0)))))
            (if
              (i32.and (i32x4.extract_lane 3 (local.get 44)) (i32.const 1))
              (then
                (i32.store
                  (i32.add (local.get 51) (i32x4.extract_lane 3 (local.get 28)))
                  (i32x4.extract_lane 3 (v128.const i8x16 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0))))))))))
  (export "run" (func 0)))
