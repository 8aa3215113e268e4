(module
  (type (;0;) (func (param i32 i32 i32 i32)))
  (type (;1;) (func (param i32 i32 i32 i32) (result i32)))
  (type (;2;) (func (param i32 i32 i32 i32 i32)))
  (type (;3;) (func (param i32 i32 i32 v128 v128 i64 i32)))
  (import "lanewise" "memory" (memory (;0;) 0))
  (func (;0;) (; cheaper.ts:9 ;) (type 0) (param i32 i32 i32 i32)
    (local i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32)
    (local.set 12 (i32.load (local.get 0)))
    (block $1
      (loop $2
        (br_if $1 (i32.ge_u (local.get 2) (local.get 3)))
        (local.set 13
          (i32.add (local.get 2) (i32.and (i32.sub (local.get 3) (local.get 2)) (i32.const -8))))
        (local.set 14 (i32.const 0))
        (block $3
          (loop $4
            (br_if $3 (i32.le_s (local.get 13) (local.get 2)))
            (br_if $3
              (call 1
                (local.get 0)
                (local.get 1)
                (local.get 2)
                (i32.sub (local.get 13) (i32.const 1))))
            (local.set 13
              (select
                (i32.sub (local.get 13) (i32.const 8))
                (select
                  (i32.add (local.get 2) (i32.const 8))
                  (local.get 2)
                  (i32.eq (local.get 14) (i32.const 1)))
                (i32.eqz (local.get 14))))
            (local.set 14 (i32.add (local.get 14) (i32.const 1)))
            (br $4)))
        (if
          (i32.lt_s (local.get 2) (local.get 13))
          (then
            (call 2 (local.get 0) (local.get 1) (local.get 2) (local.get 13) (i32.const 0))
            (local.set 2 (local.get 13))))
        (br_if $1 (i32.ge_u (local.get 2) (local.get 3)))
        (call 4 (local.get 0) (local.get 1) (local.get 2) (local.get 3) (i32.const 0))
        (local.set 2 (i32.add (local.get 2) (i32.const 8)))
        (br $2))))
  (func (;1;) (; conditions ;) (type 1) (param i32 i32 i32 i32) (result i32)
    (local i32 i32 i32 i32 i32 i32 i32 i32 i32)
    (local.set 12 (i32.load (local.get 0)))
    (local.set 4 (i32.load offset=16 (local.get 0)))
    (local.set 5 (i32.load offset=20 (local.get 0)))
    (local.set 6 (i32.load offset=24 (local.get 0)))
    (local.set 7 (i32.load offset=28 (local.get 0)))
    (local.set 8 (i32.load offset=32 (local.get 0)))
    (local.set 9 (i32.load offset=36 (local.get 0)))
    (i32.and
      (i32.and
        (i32.and
          (i64.ge_s (i64.extend_i32_s (local.get 2)) (i64.const 0))
          (i64.ge_s
            (i64.add
              (i64.add (i64.const -1) (i64.extend_i32_s (local.get 5)))
              (i64.mul (i64.extend_i32_s (local.get 3)) (i64.const -1)))
            (i64.const 0)))
        (i64.ge_s
          (i64.add
            (i64.add (i64.const -1) (i64.extend_i32_s (local.get 7)))
            (i64.mul (i64.extend_i32_s (local.get 3)) (i64.const -1)))
          (i64.const 0)))
      (i64.ge_s
        (i64.add
          (i64.add (i64.const -1) (i64.extend_i32_s (local.get 9)))
          (i64.mul (i64.extend_i32_s (local.get 3)) (i64.const -1)))
        (i64.const 0))))
  (func (;2;) (; fast ;) (type 2) (param i32 i32 i32 i32 i32)
    (local i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 v128 i32 v128 v128 v128 v128 i32 v128 v128 v128 i32)
    (local.set 13 (i32.load (local.get 0)))
    (local.set 5 (i32.load offset=16 (local.get 0)))
    (local.set 6 (i32.load offset=20 (local.get 0)))
    (local.set 7 (i32.load offset=24 (local.get 0)))
    (local.set 8 (i32.load offset=28 (local.get 0)))
    (local.set 9 (i32.load offset=32 (local.get 0)))
    (local.set 10 (i32.load offset=36 (local.get 0)))
    (local.set 22 (v128.const i8x16 0 0 0 63 0 0 0 63 0 0 0 63 0 0 0 63))
    (loop $2
      (block $1
        (local.set 11 (local.get 2))
        (local.set 16 (i32.add (local.get 5) (i32.shl (local.get 11) (i32.const 2))))
        (local.set 17 (v128.load (local.get 16)))
        (local.set 18 (v128.load offset=16 (local.get 16)))
        (local.set 19 (i32x4.shl (local.get 17) (i32.const 3)))
        (local.set 20 (i32x4.shl (local.get 18) (i32.const 3)))
        (local.set 14 (local.get 19))
        (local.set 15 (local.get 20))
        (local.set 16 (i32.add (local.get 5) (i32.shl (local.get 11) (i32.const 2))))
        (v128.store (local.get 16) (local.get 14))
        (v128.store offset=16 (local.get 16) (local.get 15))
        (local.set 16 (i32.add (local.get 9) (i32.shl (local.get 11) (i32.const 2))))
        (local.set 20 (v128.load (local.get 16)))
        (local.set 19 (v128.load offset=16 (local.get 16)))
        (local.set 21 (i32.add (local.get 7) (i32.shl (local.get 11) (i32.const 2))))
        (local.set 18 (v128.load (local.get 21)))
        (local.set 17 (v128.load offset=16 (local.get 21)))
        (local.set 23
          (f32x4.mul
            (f32x4.pmax (f32x4.min (local.get 20) (local.get 18)) (local.get 22))
            (local.get 22)))
        (local.set 24
          (f32x4.mul
            (f32x4.pmax (f32x4.min (local.get 19) (local.get 17)) (local.get 22))
            (local.get 22)))
        (local.set 25 (i32.add (local.get 7) (i32.shl (local.get 11) (i32.const 2))))
        (v128.store (local.get 25) (local.get 23))
        (v128.store offset=16 (local.get 25) (local.get 24)))
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
    (local i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 v128 v128 v128 v128 v128 v128 i32 i32 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 i32 i32 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 i32)
    (local.set 13 (i32.load (local.get 0)))
    (local.set 5 (i32.load offset=16 (local.get 0)))
    (local.set 6 (i32.load offset=20 (local.get 0)))
    (local.set 7 (i32.load offset=24 (local.get 0)))
    (local.set 8 (i32.load offset=28 (local.get 0)))
    (local.set 9 (i32.load offset=32 (local.get 0)))
    (local.set 10 (i32.load offset=36 (local.get 0)))
    (local.set 19 (v128.const i8x16 0 0 0 0 1 0 0 0 2 0 0 0 3 0 0 0))
    (local.set 20 (v128.const i8x16 4 0 0 0 5 0 0 0 6 0 0 0 7 0 0 0))
    (local.set 34 (v128.const i8x16 0 0 0 0 4 0 0 0 8 0 0 0 12 0 0 0))
    (local.set 35 (v128.const i8x16 16 0 0 0 20 0 0 0 24 0 0 0 28 0 0 0))
    (local.set 79 (v128.const i8x16 0 0 0 63 0 0 0 63 0 0 0 63 0 0 0 63))
    (block $1
      (local.set 18 (i32x4.splat (i32.sub (local.get 3) (local.get 2))))
      (local.set 16 (i32x4.lt_s (local.get 19) (local.get 18)))
      (local.set 17 (i32x4.lt_s (local.get 20) (local.get 18)))
      (local.set 11 (local.get 2))
      (local.set 21 (i32.add (local.get 5) (i32.shl (local.get 11) (i32.const 2))))
      (local.set 22 (i32.sub (local.get 6) (i32.const 8)))
      (if
        (i32.and
          (i32.and (i32.ge_s (local.get 22) (i32.const 0)) (i32.le_u (local.get 11) (local.get 22)))
          (i32.const 1))
        (then
          (local.set 25 (v128.load (local.get 21)))
          (local.set 26 (v128.load offset=16 (local.get 21)))
          (local.set 23 (local.get 25))
          (local.set 24 (local.get 26)))
        (else
          (local.set 27 (i32x4.splat (local.get 11)))
          (local.set 28 (i32x4.add (local.get 27) (local.get 19)))
          (local.set 29 (i32x4.add (local.get 27) (local.get 20)))
          (local.set 30 (i32x4.splat (local.get 6)))
          (local.set 31 (v128.and (i32x4.ge_u (local.get 28) (local.get 30)) (local.get 16)))
          (local.set 32 (v128.and (i32x4.ge_u (local.get 29) (local.get 30)) (local.get 17)))
          (if
            (v128.any_true (v128.or (local.get 31) (local.get 32)))
            (then
              (call 3
                (local.get 1)
                (i32.const 0)
                (i32.add (local.get 2) (i32.const 0))
                (local.get 28)
                (local.get 31)
                (i64.extend_i32_u (local.get 6))
                (i32.const 1))
              (call 3
                (local.get 1)
                (i32.const 0)
                (i32.add (local.get 2) (i32.const 4))
                (local.get 29)
                (local.get 32)
                (i64.extend_i32_u (local.get 6))
                (i32.const 1))
              (unreachable)))
          (local.set 33 (i32x4.splat (local.get 21)))
          (local.set 36 (i32x4.splat (local.get 1)))
          (local.set 37
            (v128.bitselect (i32x4.add (local.get 33) (local.get 34)) (local.get 36) (local.get 16)))
          (local.set 38
            (v128.bitselect (i32x4.add (local.get 33) (local.get 35)) (local.get 36) (local.get 17)))
          (local.set 39 (v128.load32_zero (i32x4.extract_lane 0 (local.get 37))))
          (local.set 40 (v128.load32_lane 1 (i32x4.extract_lane 1 (local.get 37)) (local.get 39)))
          (local.set 41 (v128.load32_lane 2 (i32x4.extract_lane 2 (local.get 37)) (local.get 40)))
          (local.set 42 (v128.load32_lane 3 (i32x4.extract_lane 3 (local.get 37)) (local.get 41)))
          (local.set 43 (v128.load32_zero (i32x4.extract_lane 0 (local.get 38))))
          (local.set 44 (v128.load32_lane 1 (i32x4.extract_lane 1 (local.get 38)) (local.get 43)))
          (local.set 45 (v128.load32_lane 2 (i32x4.extract_lane 2 (local.get 38)) (local.get 44)))
          (local.set 46 (v128.load32_lane 3 (i32x4.extract_lane 3 (local.get 38)) (local.get 45)))
          (local.set 23 (local.get 42))
          (local.set 24 (local.get 46))))
      (local.set 47 (i32x4.shl (local.get 23) (i32.const 3)))
      (local.set 48 (i32x4.shl (local.get 24) (i32.const 3)))
      (local.set 14 (local.get 47))
      (local.set 15 (local.get 48))
      (local.set 48 (i32x4.splat (local.get 11)))
      (local.set 47 (i32x4.add (local.get 48) (local.get 19)))
      (local.set 46 (i32x4.add (local.get 48) (local.get 20)))
      (local.set 45 (i32x4.splat (local.get 6)))
      (local.set 44 (v128.and (i32x4.ge_u (local.get 47) (local.get 45)) (local.get 16)))
      (local.set 43 (v128.and (i32x4.ge_u (local.get 46) (local.get 45)) (local.get 17)))
      (if
        (v128.any_true (v128.or (local.get 44) (local.get 43)))
        (then
          (call 3
            (local.get 1)
            (i32.const 1)
            (i32.add (local.get 2) (i32.const 0))
            (local.get 47)
            (local.get 44)
            (i64.extend_i32_u (local.get 6))
            (i32.const 1))
          (call 3
            (local.get 1)
            (i32.const 1)
            (i32.add (local.get 2) (i32.const 4))
            (local.get 46)
            (local.get 43)
            (i64.extend_i32_u (local.get 6))
            (i32.const 1))
          (unreachable)))
      (local.set 22 (i32.add (local.get 5) (i32.shl (local.get 11) (i32.const 2))))
      (if
        (i32x4.all_true (v128.and (local.get 16) (local.get 17)))
        (then
          (v128.store (local.get 22) (local.get 14))
          (v128.store offset=16 (local.get 22) (local.get 15)))
        (else
          (if
            (i32.and (i32x4.extract_lane 0 (local.get 16)) (i32.const 1))
            (then
              (i32.store
                (i32.add (local.get 22) (i32x4.extract_lane 0 (local.get 34)))
                (i32x4.extract_lane 0 (local.get 14)))))
          (if
            (i32.and (i32x4.extract_lane 1 (local.get 16)) (i32.const 1))
            (then
              (i32.store
                (i32.add (local.get 22) (i32x4.extract_lane 1 (local.get 34)))
                (i32x4.extract_lane 1 (local.get 14)))))
          (if
            (i32.and (i32x4.extract_lane 2 (local.get 16)) (i32.const 1))
            (then
              (i32.store
                (i32.add (local.get 22) (i32x4.extract_lane 2 (local.get 34)))
                (i32x4.extract_lane 2 (local.get 14)))))
          (if
            (i32.and (i32x4.extract_lane 3 (local.get 16)) (i32.const 1))
            (then
              (i32.store
                (i32.add (local.get 22) (i32x4.extract_lane 3 (local.get 34)))
                (i32x4.extract_lane 3 (local.get 14)))))
          (if
            (i32.and (i32x4.extract_lane 0 (local.get 17)) (i32.const 1))
            (then
              (i32.store
                (i32.add (local.get 22) (i32x4.extract_lane 0 (local.get 35)))
                (i32x4.extract_lane 0 (local.get 15)))))
          (if
            (i32.and (i32x4.extract_lane 1 (local.get 17)) (i32.const 1))
            (then
              (i32.store
                (i32.add (local.get 22) (i32x4.extract_lane 1 (local.get 35)))
                (i32x4.extract_lane 1 (local.get 15)))))
          (if
            (i32.and (i32x4.extract_lane 2 (local.get 17)) (i32.const 1))
            (then
              (i32.store
                (i32.add (local.get 22) (i32x4.extract_lane 2 (local.get 35)))
                (i32x4.extract_lane 2 (local.get 15)))))
          (if
            (i32.and (i32x4.extract_lane 3 (local.get 17)) (i32.const 1))
            (then
              (i32.store
                (i32.add (local.get 22) (i32x4.extract_lane 3 (local.get 35)))
                (i32x4.extract_lane 3 (local.get 15)))))))
      (local.set 43 (i32x4.splat (local.get 11)))
      (local.set 44 (i32x4.add (local.get 43) (local.get 19)))
      (local.set 45 (i32x4.add (local.get 43) (local.get 20)))
      (local.set 46 (i32x4.splat (local.get 8)))
      (local.set 47 (v128.and (i32x4.ge_u (local.get 44) (local.get 46)) (local.get 16)))
      (local.set 48 (v128.and (i32x4.ge_u (local.get 45) (local.get 46)) (local.get 17)))
      (if
        (v128.any_true (v128.or (local.get 47) (local.get 48)))
        (then
          (call 3
            (local.get 1)
            (i32.const 2)
            (i32.add (local.get 2) (i32.const 0))
            (local.get 44)
            (local.get 47)
            (i64.extend_i32_u (local.get 8))
            (i32.const 1))
          (call 3
            (local.get 1)
            (i32.const 2)
            (i32.add (local.get 2) (i32.const 4))
            (local.get 45)
            (local.get 48)
            (i64.extend_i32_u (local.get 8))
            (i32.const 1))
          (unreachable)))
      (local.set 22 (i32.add (local.get 9) (i32.shl (local.get 11) (i32.const 2))))
      (local.set 21 (i32.sub (local.get 10) (i32.const 8)))
      (if
        (i32.and
          (i32.and (i32.ge_s (local.get 21) (i32.const 0)) (i32.le_u (local.get 11) (local.get 21)))
          (i32.const 1))
        (then
          (local.set 42 (v128.load (local.get 22)))
          (local.set 41 (v128.load offset=16 (local.get 22)))
          (local.set 49 (local.get 42))
          (local.set 50 (local.get 41)))
        (else
          (local.set 40 (i32x4.splat (local.get 11)))
          (local.set 39 (i32x4.add (local.get 40) (local.get 19)))
          (local.set 38 (i32x4.add (local.get 40) (local.get 20)))
          (local.set 37 (i32x4.splat (local.get 10)))
          (local.set 36 (v128.and (i32x4.ge_u (local.get 39) (local.get 37)) (local.get 16)))
          (local.set 33 (v128.and (i32x4.ge_u (local.get 38) (local.get 37)) (local.get 17)))
          (if
            (v128.any_true (v128.or (local.get 36) (local.get 33)))
            (then
              (call 3
                (local.get 1)
                (i32.const 3)
                (i32.add (local.get 2) (i32.const 0))
                (local.get 39)
                (local.get 36)
                (i64.extend_i32_u (local.get 10))
                (i32.const 1))
              (call 3
                (local.get 1)
                (i32.const 3)
                (i32.add (local.get 2) (i32.const 4))
                (local.get 38)
                (local.get 33)
                (i64.extend_i32_u (local.get 10))
                (i32.const 1))
              (unreachable)))
          (local.set 32 (i32x4.splat (local.get 22)))
          (local.set 31 (i32x4.splat (local.get 1)))
          (local.set 30
            (v128.bitselect (i32x4.add (local.get 32) (local.get 34)) (local.get 31) (local.get 16)))
          (local.set 29
            (v128.bitselect (i32x4.add (local.get 32) (local.get 35)) (local.get 31) (local.get 17)))
          (local.set 28 (v128.load32_zero (i32x4.extract_lane 0 (local.get 30))))
          (local.set 27 (v128.load32_lane 1 (i32x4.extract_lane 1 (local.get 30)) (local.get 28)))
          (local.set 26 (v128.load32_lane 2 (i32x4.extract_lane 2 (local.get 30)) (local.get 27)))
          (local.set 25 (v128.load32_lane 3 (i32x4.extract_lane 3 (local.get 30)) (local.get 26)))
          (local.set 51 (v128.load32_zero (i32x4.extract_lane 0 (local.get 29))))
          (local.set 52 (v128.load32_lane 1 (i32x4.extract_lane 1 (local.get 29)) (local.get 51)))
          (local.set 53 (v128.load32_lane 2 (i32x4.extract_lane 2 (local.get 29)) (local.get 52)))
          (local.set 54 (v128.load32_lane 3 (i32x4.extract_lane 3 (local.get 29)) (local.get 53)))
          (local.set 49 (local.get 25))
          (local.set 50 (local.get 54))))
      (local.set 55 (i32.add (local.get 7) (i32.shl (local.get 11) (i32.const 2))))
      (local.set 56 (i32.sub (local.get 8) (i32.const 8)))
      (if
        (i32.and
          (i32.and (i32.ge_s (local.get 56) (i32.const 0)) (i32.le_u (local.get 11) (local.get 56)))
          (i32.const 1))
        (then
          (local.set 59 (v128.load (local.get 55)))
          (local.set 60 (v128.load offset=16 (local.get 55)))
          (local.set 57 (local.get 59))
          (local.set 58 (local.get 60)))
        (else
          (local.set 61 (i32x4.splat (local.get 11)))
          (local.set 62 (i32x4.add (local.get 61) (local.get 19)))
          (local.set 63 (i32x4.add (local.get 61) (local.get 20)))
          (local.set 64 (i32x4.splat (local.get 8)))
          (local.set 65 (v128.and (i32x4.ge_u (local.get 62) (local.get 64)) (local.get 16)))
          (local.set 66 (v128.and (i32x4.ge_u (local.get 63) (local.get 64)) (local.get 17)))
          (if
            (v128.any_true (v128.or (local.get 65) (local.get 66)))
            (then
              (call 3
                (local.get 1)
                (i32.const 4)
                (i32.add (local.get 2) (i32.const 0))
                (local.get 62)
                (local.get 65)
                (i64.extend_i32_u (local.get 8))
                (i32.const 1))
              (call 3
                (local.get 1)
                (i32.const 4)
                (i32.add (local.get 2) (i32.const 4))
                (local.get 63)
                (local.get 66)
                (i64.extend_i32_u (local.get 8))
                (i32.const 1))
              (unreachable)))
          (local.set 67 (i32x4.splat (local.get 55)))
          (local.set 68 (i32x4.splat (local.get 1)))
          (local.set 69
            (v128.bitselect (i32x4.add (local.get 67) (local.get 34)) (local.get 68) (local.get 16)))
          (local.set 70
            (v128.bitselect (i32x4.add (local.get 67) (local.get 35)) (local.get 68) (local.get 17)))
          (local.set 71 (v128.load32_zero (i32x4.extract_lane 0 (local.get 69))))
          (local.set 72 (v128.load32_lane 1 (i32x4.extract_lane 1 (local.get 69)) (local.get 71)))
          (local.set 73 (v128.load32_lane 2 (i32x4.extract_lane 2 (local.get 69)) (local.get 72)))
          (local.set 74 (v128.load32_lane 3 (i32x4.extract_lane 3 (local.get 69)) (local.get 73)))
          (local.set 75 (v128.load32_zero (i32x4.extract_lane 0 (local.get 70))))
          (local.set 76 (v128.load32_lane 1 (i32x4.extract_lane 1 (local.get 70)) (local.get 75)))
          (local.set 77 (v128.load32_lane 2 (i32x4.extract_lane 2 (local.get 70)) (local.get 76)))
          (local.set 78 (v128.load32_lane 3 (i32x4.extract_lane 3 (local.get 70)) (local.get 77)))
          (local.set 57 (local.get 74))
          (local.set 58 (local.get 78))))
      (local.set 80
        (f32x4.mul
          (f32x4.pmax (f32x4.min (local.get 49) (local.get 57)) (local.get 79))
          (local.get 79)))
      (local.set 81
        (f32x4.mul
          (f32x4.pmax (f32x4.min (local.get 50) (local.get 58)) (local.get 79))
          (local.get 79)))
      (local.set 82 (i32.add (local.get 7) (i32.shl (local.get 11) (i32.const 2))))
      (if
        (i32x4.all_true (v128.and (local.get 16) (local.get 17)))
        (then
          (v128.store (local.get 82) (local.get 80))
          (v128.store offset=16 (local.get 82) (local.get 81)))
        (else
          (if
            (i32.and (i32x4.extract_lane 0 (local.get 16)) (i32.const 1))
            (then
              (f32.store
                (i32.add (local.get 82) (i32x4.extract_lane 0 (local.get 34)))
                (f32x4.extract_lane 0 (local.get 80)))))
          (if
            (i32.and (i32x4.extract_lane 1 (local.get 16)) (i32.const 1))
            (then
              (f32.store
                (i32.add (local.get 82) (i32x4.extract_lane 1 (local.get 34)))
                (f32x4.extract_lane 1 (local.get 80)))))
          (if
            (i32.and (i32x4.extract_lane 2 (local.get 16)) (i32.const 1))
            (then
              (f32.store
                (i32.add (local.get 82) (i32x4.extract_lane 2 (local.get 34)))
                (f32x4.extract_lane 2 (local.get 80)))))
          (if
            (i32.and (i32x4.extract_lane 3 (local.get 16)) (i32.const 1))
            (then
              (f32.store
                (i32.add (local.get 82) (i32x4.extract_lane 3 (local.get 34)))
                (f32x4.extract_lane 3 (local.get 80)))))
          (if
            (i32.and (i32x4.extract_lane 0 (local.get 17)) (i32.const 1))
            (then
              (f32.store
                (i32.add (local.get 82) (i32x4.extract_lane 0 (local.get 35)))
                (f32x4.extract_lane 0 (local.get 81)))))
          (if
            (i32.and (i32x4.extract_lane 1 (local.get 17)) (i32.const 1))
            (then
              (f32.store
                (i32.add (local.get 82) (i32x4.extract_lane 1 (local.get 35)))
                (f32x4.extract_lane 1 (local.get 81)))))
          (if
            (i32.and (i32x4.extract_lane 2 (local.get 17)) (i32.const 1))
            (then
              (f32.store
                (i32.add (local.get 82) (i32x4.extract_lane 2 (local.get 35)))
                (f32x4.extract_lane 2 (local.get 81)))))
          (if
            (i32.and (i32x4.extract_lane 3 (local.get 17)) (i32.const 1))
            (then
              (f32.store
                (i32.add (local.get 82) (i32x4.extract_lane 3 (local.get 35)))
                (f32x4.extract_lane 3 (local.get 81)))))))))
  (export "run" (func 0)))
