(module
  (type (;0;) (func (param i32 i32 i32 i32)))
  (type (;1;) (func (param i32 i32 i32 i32) (result i32)))
  (type (;2;) (func (param i32 i32 i32 i32 i32)))
  (type (;3;) (func (param i32 i32 i32 v128 v128 i64 i32)))
  (import "lanewise" "memory" (memory (;0;) 0))
  (func (;0;) (; narrow-lanes.ts:9 ;) (type 0) (param i32 i32 i32 i32)
    (local i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32)
    (local.set 13 (i32.load (local.get 0)))
    (block $1
      (loop $2
        (br_if $1 (i32.ge_u (local.get 2) (local.get 3)))
        (local.set 14
          (i32.add (local.get 2) (i32.and (i32.sub (local.get 3) (local.get 2)) (i32.const -16))))
        (local.set 15 (i32.const 0))
        (block $3
          (loop $4
            (br_if $3 (i32.le_s (local.get 14) (local.get 2)))
            (br_if $3
              (call 1
                (local.get 0)
                (local.get 1)
                (local.get 2)
                (i32.sub (local.get 14) (i32.const 1))))
            (local.set 14
              (select
                (i32.sub (local.get 14) (i32.const 16))
                (select
                  (i32.add (local.get 2) (i32.const 16))
                  (local.get 2)
                  (i32.eq (local.get 15) (i32.const 1)))
                (i32.eqz (local.get 15))))
            (local.set 15 (i32.add (local.get 15) (i32.const 1)))
            (br $4)))
        (if
          (i32.lt_s (local.get 2) (local.get 14))
          (then
            (call 2 (local.get 0) (local.get 1) (local.get 2) (local.get 14) (i32.const 0))
            (local.set 2 (local.get 14))))
        (br_if $1 (i32.ge_u (local.get 2) (local.get 3)))
        (call 4 (local.get 0) (local.get 1) (local.get 2) (local.get 3) (i32.const 0))
        (local.set 2 (i32.add (local.get 2) (i32.const 16)))
        (br $2))))
  (func (;1;) (; conditions ;) (type 1) (param i32 i32 i32 i32) (result i32)
    (local i32 i32 i32 i32 i32 i32 i32 i32 i32 i32)
    (local.set 13 (i32.load (local.get 0)))
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
    (local i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 v128 v128 i32 v128 v128 i32 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128)
    (local.set 14 (i32.load (local.get 0)))
    (local.set 5 (i32.load offset=16 (local.get 0)))
    (local.set 6 (i32.load offset=20 (local.get 0)))
    (local.set 7 (i32.load offset=24 (local.get 0)))
    (local.set 8 (i32.load offset=28 (local.get 0)))
    (local.set 9 (i32.load offset=32 (local.get 0)))
    (local.set 10 (i32.load offset=36 (local.get 0)))
    (local.set 24 (v128.const i8x16 77 0 77 0 77 0 77 0 77 0 77 0 77 0 77 0))
    (local.set 27 (v128.const i8x16 178 0 178 0 178 0 178 0 178 0 178 0 178 0 178 0))
    (local.set 32
      (v128.const i8x16 129 128 129 128 129 128 129 128 129 128 129 128 129 128 129 128))
    (local.set 37
      (v128.const i8x16 100 100 100 100 100 100 100 100 100 100 100 100 100 100 100 100))
    (loop $2
      (block $1
        (local.set 11 (local.get 2))
        (local.set 18 (i32.add (local.get 5) (local.get 11)))
        (local.set 19 (v128.load (local.get 18)))
        (local.set 20 (local.get 19))
        (local.set 21 (i32.add (local.get 7) (local.get 11)))
        (local.set 22 (v128.load (local.get 21)))
        (local.set 23 (local.get 22))
        (local.set 15 (i8x16.avgr_u (local.get 20) (local.get 23)))
        (local.set 21 (i32.add (local.get 5) (local.get 11)))
        (local.set 22 (v128.load8x8_u (local.get 21)))
        (local.set 19 (v128.load8x8_u offset=8 (local.get 21)))
        (local.set 25 (local.get 22))
        (local.set 26 (local.get 19))
        (local.set 18 (i32.add (local.get 7) (local.get 11)))
        (local.set 28 (v128.load8x8_u (local.get 18)))
        (local.set 29 (v128.load8x8_u offset=8 (local.get 18)))
        (local.set 30 (local.get 28))
        (local.set 31 (local.get 29))
        (local.set 33
          (i16x8.add
            (i16x8.mul (local.get 24) (local.get 25))
            (i16x8.mul (local.get 27) (local.get 30))))
        (local.set 34
          (i16x8.add
            (i16x8.mul (local.get 24) (local.get 26))
            (i16x8.mul (local.get 27) (local.get 31))))
        (local.set 35
          (i16x8.narrow_i32x4_u
            (i32x4.shr_u (i32x4.extmul_low_i16x8_u (local.get 33) (local.get 32)) (i32.const 23))
            (i32x4.shr_u (i32x4.extmul_high_i16x8_u (local.get 33) (local.get 32)) (i32.const 23))))
        (local.set 36
          (i16x8.narrow_i32x4_u
            (i32x4.shr_u (i32x4.extmul_low_i16x8_u (local.get 34) (local.get 32)) (i32.const 23))
            (i32x4.shr_u (i32x4.extmul_high_i16x8_u (local.get 34) (local.get 32)) (i32.const 23))))
        (local.set 16 (local.get 35))
        (local.set 17 (local.get 36))
        (local.set 36
          (v128.bitselect
            (local.get 15)
            (i8x16.narrow_i16x8_u (local.get 16) (local.get 17))
            (i8x16.gt_u (local.get 15) (local.get 37))))
        (local.set 18 (i32.add (local.get 9) (local.get 11)))
        (v128.store (local.get 18) (local.get 36)))
      (local.set 2 (i32.add (local.get 2) (i32.const 16)))
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
    (local i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 i32 i32 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 i32 i32 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128)
    (local.set 14 (i32.load (local.get 0)))
    (local.set 5 (i32.load offset=16 (local.get 0)))
    (local.set 6 (i32.load offset=20 (local.get 0)))
    (local.set 7 (i32.load offset=24 (local.get 0)))
    (local.set 8 (i32.load offset=28 (local.get 0)))
    (local.set 9 (i32.load offset=32 (local.get 0)))
    (local.set 10 (i32.load offset=36 (local.get 0)))
    (local.set 23 (v128.const i8x16 0 0 0 0 1 0 0 0 2 0 0 0 3 0 0 0))
    (local.set 24 (v128.const i8x16 4 0 0 0 5 0 0 0 6 0 0 0 7 0 0 0))
    (local.set 25 (v128.const i8x16 8 0 0 0 9 0 0 0 10 0 0 0 11 0 0 0))
    (local.set 26 (v128.const i8x16 12 0 0 0 13 0 0 0 14 0 0 0 15 0 0 0))
    (local.set 101 (v128.const i8x16 77 0 77 0 77 0 77 0 77 0 77 0 77 0 77 0))
    (local.set 106 (v128.const i8x16 178 0 178 0 178 0 178 0 178 0 178 0 178 0 178 0))
    (local.set 113
      (v128.const i8x16 129 128 129 128 129 128 129 128 129 128 129 128 129 128 129 128))
    (local.set 118
      (v128.const i8x16 100 100 100 100 100 100 100 100 100 100 100 100 100 100 100 100))
    (block $1
      (local.set 22 (i32x4.splat (i32.sub (local.get 3) (local.get 2))))
      (local.set 18 (i32x4.lt_s (local.get 23) (local.get 22)))
      (local.set 19 (i32x4.lt_s (local.get 24) (local.get 22)))
      (local.set 20 (i32x4.lt_s (local.get 25) (local.get 22)))
      (local.set 21 (i32x4.lt_s (local.get 26) (local.get 22)))
      (local.set 11 (local.get 2))
      (local.set 27 (i32.add (local.get 5) (local.get 11)))
      (local.set 28 (i32.sub (local.get 6) (i32.const 16)))
      (if
        (i32.and
          (i32.and (i32.ge_s (local.get 28) (i32.const 0)) (i32.le_u (local.get 11) (local.get 28)))
          (i32.const 1))
        (then
          (local.set 30 (v128.load (local.get 27)))
          (local.set 29 (local.get 30)))
        (else
          (local.set 31 (i32x4.splat (local.get 11)))
          (local.set 32 (i32x4.add (local.get 31) (local.get 23)))
          (local.set 33 (i32x4.add (local.get 31) (local.get 24)))
          (local.set 34 (i32x4.add (local.get 31) (local.get 25)))
          (local.set 35 (i32x4.add (local.get 31) (local.get 26)))
          (local.set 36 (i32x4.splat (local.get 6)))
          (local.set 37 (v128.and (i32x4.ge_u (local.get 32) (local.get 36)) (local.get 18)))
          (local.set 38 (v128.and (i32x4.ge_u (local.get 33) (local.get 36)) (local.get 19)))
          (local.set 39 (v128.and (i32x4.ge_u (local.get 34) (local.get 36)) (local.get 20)))
          (local.set 40 (v128.and (i32x4.ge_u (local.get 35) (local.get 36)) (local.get 21)))
          (if
            (v128.any_true
              (v128.or
                (v128.or (v128.or (local.get 37) (local.get 38)) (local.get 39))
                (local.get 40)))
            (then
              (call 3
                (local.get 1)
                (i32.const 0)
                (i32.add (local.get 2) (i32.const 0))
                (local.get 32)
                (local.get 37)
                (i64.extend_i32_u (local.get 6))
                (i32.const 1))
              (call 3
                (local.get 1)
                (i32.const 0)
                (i32.add (local.get 2) (i32.const 4))
                (local.get 33)
                (local.get 38)
                (i64.extend_i32_u (local.get 6))
                (i32.const 1))
              (call 3
                (local.get 1)
                (i32.const 0)
                (i32.add (local.get 2) (i32.const 8))
                (local.get 34)
                (local.get 39)
                (i64.extend_i32_u (local.get 6))
                (i32.const 1))
              (call 3
                (local.get 1)
                (i32.const 0)
                (i32.add (local.get 2) (i32.const 12))
                (local.get 35)
                (local.get 40)
                (i64.extend_i32_u (local.get 6))
                (i32.const 1))
              (unreachable)))
          (local.set 41 (i32x4.splat (local.get 27)))
          (local.set 42 (i32x4.splat (local.get 1)))
          (local.set 43
            (v128.bitselect (i32x4.add (local.get 41) (local.get 23)) (local.get 42) (local.get 18)))
          (local.set 44
            (v128.bitselect (i32x4.add (local.get 41) (local.get 24)) (local.get 42) (local.get 19)))
          (local.set 45
            (v128.bitselect (i32x4.add (local.get 41) (local.get 25)) (local.get 42) (local.get 20)))
          (local.set 46
            (v128.bitselect (i32x4.add (local.get 41) (local.get 26)) (local.get 42) (local.get 21)))
          (local.set 47 (v128.load8_splat (i32x4.extract_lane 0 (local.get 43))))
          (local.set 48 (v128.load8_lane 1 (i32x4.extract_lane 1 (local.get 43)) (local.get 47)))
          (local.set 49 (v128.load8_lane 2 (i32x4.extract_lane 2 (local.get 43)) (local.get 48)))
          (local.set 50 (v128.load8_lane 3 (i32x4.extract_lane 3 (local.get 43)) (local.get 49)))
          (local.set 51 (v128.load8_lane 4 (i32x4.extract_lane 0 (local.get 44)) (local.get 50)))
          (local.set 52 (v128.load8_lane 5 (i32x4.extract_lane 1 (local.get 44)) (local.get 51)))
          (local.set 53 (v128.load8_lane 6 (i32x4.extract_lane 2 (local.get 44)) (local.get 52)))
          (local.set 54 (v128.load8_lane 7 (i32x4.extract_lane 3 (local.get 44)) (local.get 53)))
          (local.set 55 (v128.load8_lane 8 (i32x4.extract_lane 0 (local.get 45)) (local.get 54)))
          (local.set 56 (v128.load8_lane 9 (i32x4.extract_lane 1 (local.get 45)) (local.get 55)))
          (local.set 57 (v128.load8_lane 10 (i32x4.extract_lane 2 (local.get 45)) (local.get 56)))
          (local.set 58 (v128.load8_lane 11 (i32x4.extract_lane 3 (local.get 45)) (local.get 57)))
          (local.set 59 (v128.load8_lane 12 (i32x4.extract_lane 0 (local.get 46)) (local.get 58)))
          (local.set 60 (v128.load8_lane 13 (i32x4.extract_lane 1 (local.get 46)) (local.get 59)))
          (local.set 61 (v128.load8_lane 14 (i32x4.extract_lane 2 (local.get 46)) (local.get 60)))
          (local.set 62 (v128.load8_lane 15 (i32x4.extract_lane 3 (local.get 46)) (local.get 61)))
          (local.set 29 (local.get 62))))
      (local.set 63 (local.get 29))
      (local.set 64 (i32.add (local.get 7) (local.get 11)))
      (local.set 65 (i32.sub (local.get 8) (i32.const 16)))
      (if
        (i32.and
          (i32.and (i32.ge_s (local.get 65) (i32.const 0)) (i32.le_u (local.get 11) (local.get 65)))
          (i32.const 1))
        (then
          (local.set 67 (v128.load (local.get 64)))
          (local.set 66 (local.get 67)))
        (else
          (local.set 68 (i32x4.splat (local.get 11)))
          (local.set 69 (i32x4.add (local.get 68) (local.get 23)))
          (local.set 70 (i32x4.add (local.get 68) (local.get 24)))
          (local.set 71 (i32x4.add (local.get 68) (local.get 25)))
          (local.set 72 (i32x4.add (local.get 68) (local.get 26)))
          (local.set 73 (i32x4.splat (local.get 8)))
          (local.set 74 (v128.and (i32x4.ge_u (local.get 69) (local.get 73)) (local.get 18)))
          (local.set 75 (v128.and (i32x4.ge_u (local.get 70) (local.get 73)) (local.get 19)))
          (local.set 76 (v128.and (i32x4.ge_u (local.get 71) (local.get 73)) (local.get 20)))
          (local.set 77 (v128.and (i32x4.ge_u (local.get 72) (local.get 73)) (local.get 21)))
          (if
            (v128.any_true
              (v128.or
                (v128.or (v128.or (local.get 74) (local.get 75)) (local.get 76))
                (local.get 77)))
            (then
              (call 3
                (local.get 1)
                (i32.const 1)
                (i32.add (local.get 2) (i32.const 0))
                (local.get 69)
                (local.get 74)
                (i64.extend_i32_u (local.get 8))
                (i32.const 1))
              (call 3
                (local.get 1)
                (i32.const 1)
                (i32.add (local.get 2) (i32.const 4))
                (local.get 70)
                (local.get 75)
                (i64.extend_i32_u (local.get 8))
                (i32.const 1))
              (call 3
                (local.get 1)
                (i32.const 1)
                (i32.add (local.get 2) (i32.const 8))
                (local.get 71)
                (local.get 76)
                (i64.extend_i32_u (local.get 8))
                (i32.const 1))
              (call 3
                (local.get 1)
                (i32.const 1)
                (i32.add (local.get 2) (i32.const 12))
                (local.get 72)
                (local.get 77)
                (i64.extend_i32_u (local.get 8))
                (i32.const 1))
              (unreachable)))
          (local.set 78 (i32x4.splat (local.get 64)))
          (local.set 79 (i32x4.splat (local.get 1)))
          (local.set 80
            (v128.bitselect (i32x4.add (local.get 78) (local.get 23)) (local.get 79) (local.get 18)))
          (local.set 81
            (v128.bitselect (i32x4.add (local.get 78) (local.get 24)) (local.get 79) (local.get 19)))
          (local.set 82
            (v128.bitselect (i32x4.add (local.get 78) (local.get 25)) (local.get 79) (local.get 20)))
          (local.set 83
            (v128.bitselect (i32x4.add (local.get 78) (local.get 26)) (local.get 79) (local.get 21)))
          (local.set 84 (v128.load8_splat (i32x4.extract_lane 0 (local.get 80))))
          (local.set 85 (v128.load8_lane 1 (i32x4.extract_lane 1 (local.get 80)) (local.get 84)))
          (local.set 86 (v128.load8_lane 2 (i32x4.extract_lane 2 (local.get 80)) (local.get 85)))
          (local.set 87 (v128.load8_lane 3 (i32x4.extract_lane 3 (local.get 80)) (local.get 86)))
          (local.set 88 (v128.load8_lane 4 (i32x4.extract_lane 0 (local.get 81)) (local.get 87)))
          (local.set 89 (v128.load8_lane 5 (i32x4.extract_lane 1 (local.get 81)) (local.get 88)))
          (local.set 90 (v128.load8_lane 6 (i32x4.extract_lane 2 (local.get 81)) (local.get 89)))
          (local.set 91 (v128.load8_lane 7 (i32x4.extract_lane 3 (local.get 81)) (local.get 90)))
          (local.set 92 (v128.load8_lane 8 (i32x4.extract_lane 0 (local.get 82)) (local.get 91)))
          (local.set 93 (v128.load8_lane 9 (i32x4.extract_lane 1 (local.get 82)) (local.get 92)))
          (local.set 94 (v128.load8_lane 10 (i32x4.extract_lane 2 (local.get 82)) (local.get 93)))
          (local.set 95 (v128.load8_lane 11 (i32x4.extract_lane 3 (local.get 82)) (local.get 94)))
          (local.set 96 (v128.load8_lane 12 (i32x4.extract_lane 0 (local.get 83)) (local.get 95)))
          (local.set 97 (v128.load8_lane 13 (i32x4.extract_lane 1 (local.get 83)) (local.get 96)))
          (local.set 98 (v128.load8_lane 14 (i32x4.extract_lane 2 (local.get 83)) (local.get 97)))
          (local.set 99 (v128.load8_lane 15 (i32x4.extract_lane 3 (local.get 83)) (local.get 98)))
          (local.set 66 (local.get 99))))
      (local.set 100 (local.get 66))
      (local.set 15 (i8x16.avgr_u (local.get 63) (local.get 100)))
      (local.set 65 (i32.add (local.get 5) (local.get 11)))
      (local.set 64 (i32.sub (local.get 6) (i32.const 16)))
      (if
        (i32.and
          (i32.and (i32.ge_s (local.get 64) (i32.const 0)) (i32.le_u (local.get 11) (local.get 64)))
          (i32.const 1))
        (then
          (local.set 99 (v128.load8x8_u (local.get 65)))
          (local.set 98 (v128.load8x8_u offset=8 (local.get 65)))
          (local.set 102 (local.get 99))
          (local.set 103 (local.get 98)))
        (else
          (local.set 97 (i32x4.splat (local.get 11)))
          (local.set 96 (i32x4.add (local.get 97) (local.get 23)))
          (local.set 95 (i32x4.add (local.get 97) (local.get 24)))
          (local.set 94 (i32x4.add (local.get 97) (local.get 25)))
          (local.set 93 (i32x4.add (local.get 97) (local.get 26)))
          (local.set 92 (i32x4.splat (local.get 6)))
          (local.set 91 (v128.and (i32x4.ge_u (local.get 96) (local.get 92)) (local.get 18)))
          (local.set 90 (v128.and (i32x4.ge_u (local.get 95) (local.get 92)) (local.get 19)))
          (local.set 89 (v128.and (i32x4.ge_u (local.get 94) (local.get 92)) (local.get 20)))
          (local.set 88 (v128.and (i32x4.ge_u (local.get 93) (local.get 92)) (local.get 21)))
          (if
            (v128.any_true
              (v128.or
                (v128.or (v128.or (local.get 91) (local.get 90)) (local.get 89))
                (local.get 88)))
            (then
              (call 3
                (local.get 1)
                (i32.const 2)
                (i32.add (local.get 2) (i32.const 0))
                (local.get 96)
                (local.get 91)
                (i64.extend_i32_u (local.get 6))
                (i32.const 1))
              (call 3
                (local.get 1)
                (i32.const 2)
                (i32.add (local.get 2) (i32.const 4))
                (local.get 95)
                (local.get 90)
                (i64.extend_i32_u (local.get 6))
                (i32.const 1))
              (call 3
                (local.get 1)
                (i32.const 2)
                (i32.add (local.get 2) (i32.const 8))
                (local.get 94)
                (local.get 89)
                (i64.extend_i32_u (local.get 6))
                (i32.const 1))
              (call 3
                (local.get 1)
                (i32.const 2)
                (i32.add (local.get 2) (i32.const 12))
                (local.get 93)
                (local.get 88)
                (i64.extend_i32_u (local.get 6))
                (i32.const 1))
              (unreachable)))
          (local.set 87 (i32x4.splat (local.get 65)))
          (local.set 86 (i32x4.splat (local.get 1)))
          (local.set 85
            (v128.bitselect (i32x4.add (local.get 87) (local.get 23)) (local.get 86) (local.get 18)))
          (local.set 84
            (v128.bitselect (i32x4.add (local.get 87) (local.get 24)) (local.get 86) (local.get 19)))
          (local.set 83
            (v128.bitselect (i32x4.add (local.get 87) (local.get 25)) (local.get 86) (local.get 20)))
          (local.set 82
            (v128.bitselect (i32x4.add (local.get 87) (local.get 26)) (local.get 86) (local.get 21)))
          (local.set 81 (v128.load8_splat (i32x4.extract_lane 0 (local.get 85))))
          (local.set 80 (v128.load8_lane 1 (i32x4.extract_lane 1 (local.get 85)) (local.get 81)))
          (local.set 79 (v128.load8_lane 2 (i32x4.extract_lane 2 (local.get 85)) (local.get 80)))
          (local.set 78 (v128.load8_lane 3 (i32x4.extract_lane 3 (local.get 85)) (local.get 79)))
          (local.set 77 (v128.load8_lane 4 (i32x4.extract_lane 0 (local.get 84)) (local.get 78)))
          (local.set 76 (v128.load8_lane 5 (i32x4.extract_lane 1 (local.get 84)) (local.get 77)))
          (local.set 75 (v128.load8_lane 6 (i32x4.extract_lane 2 (local.get 84)) (local.get 76)))
          (local.set 74 (v128.load8_lane 7 (i32x4.extract_lane 3 (local.get 84)) (local.get 75)))
          (local.set 73 (v128.load8_lane 8 (i32x4.extract_lane 0 (local.get 83)) (local.get 74)))
          (local.set 72 (v128.load8_lane 9 (i32x4.extract_lane 1 (local.get 83)) (local.get 73)))
          (local.set 71 (v128.load8_lane 10 (i32x4.extract_lane 2 (local.get 83)) (local.get 72)))
          (local.set 70 (v128.load8_lane 11 (i32x4.extract_lane 3 (local.get 83)) (local.get 71)))
          (local.set 69 (v128.load8_lane 12 (i32x4.extract_lane 0 (local.get 82)) (local.get 70)))
          (local.set 68 (v128.load8_lane 13 (i32x4.extract_lane 1 (local.get 82)) (local.get 69)))
          (local.set 67 (v128.load8_lane 14 (i32x4.extract_lane 2 (local.get 82)) (local.get 68)))
          (local.set 62 (v128.load8_lane 15 (i32x4.extract_lane 3 (local.get 82)) (local.get 67)))
          (local.set 102 (i16x8.extend_low_i8x16_u (local.get 62)))
          (local.set 103 (i16x8.extend_high_i8x16_u (local.get 62)))))
      (local.set 104 (local.get 102))
      (local.set 105 (local.get 103))
      (local.set 28 (i32.add (local.get 7) (local.get 11)))
      (local.set 27 (i32.sub (local.get 8) (i32.const 16)))
      (if
        (i32.and
          (i32.and (i32.ge_s (local.get 27) (i32.const 0)) (i32.le_u (local.get 11) (local.get 27)))
          (i32.const 1))
        (then
          (local.set 61 (v128.load8x8_u (local.get 28)))
          (local.set 60 (v128.load8x8_u offset=8 (local.get 28)))
          (local.set 107 (local.get 61))
          (local.set 108 (local.get 60)))
        (else
          (local.set 59 (i32x4.splat (local.get 11)))
          (local.set 58 (i32x4.add (local.get 59) (local.get 23)))
          (local.set 57 (i32x4.add (local.get 59) (local.get 24)))
          (local.set 56 (i32x4.add (local.get 59) (local.get 25)))
          (local.set 55 (i32x4.add (local.get 59) (local.get 26)))
          (local.set 54 (i32x4.splat (local.get 8)))
          (local.set 53 (v128.and (i32x4.ge_u (local.get 58) (local.get 54)) (local.get 18)))
          (local.set 52 (v128.and (i32x4.ge_u (local.get 57) (local.get 54)) (local.get 19)))
          (local.set 51 (v128.and (i32x4.ge_u (local.get 56) (local.get 54)) (local.get 20)))
          (local.set 50 (v128.and (i32x4.ge_u (local.get 55) (local.get 54)) (local.get 21)))
          (if
            (v128.any_true
              (v128.or
                (v128.or (v128.or (local.get 53) (local.get 52)) (local.get 51))
                (local.get 50)))
            (then
              (call 3
                (local.get 1)
                (i32.const 3)
                (i32.add (local.get 2) (i32.const 0))
                (local.get 58)
                (local.get 53)
                (i64.extend_i32_u (local.get 8))
                (i32.const 1))
              (call 3
                (local.get 1)
                (i32.const 3)
                (i32.add (local.get 2) (i32.const 4))
                (local.get 57)
                (local.get 52)
                (i64.extend_i32_u (local.get 8))
                (i32.const 1))
              (call 3
                (local.get 1)
                (i32.const 3)
                (i32.add (local.get 2) (i32.const 8))
                (local.get 56)
                (local.get 51)
                (i64.extend_i32_u (local.get 8))
                (i32.const 1))
              (call 3
                (local.get 1)
                (i32.const 3)
                (i32.add (local.get 2) (i32.const 12))
                (local.get 55)
                (local.get 50)
                (i64.extend_i32_u (local.get 8))
                (i32.const 1))
              (unreachable)))
          (local.set 49 (i32x4.splat (local.get 28)))
          (local.set 48 (i32x4.splat (local.get 1)))
          (local.set 47
            (v128.bitselect (i32x4.add (local.get 49) (local.get 23)) (local.get 48) (local.get 18)))
          (local.set 46
            (v128.bitselect (i32x4.add (local.get 49) (local.get 24)) (local.get 48) (local.get 19)))
          (local.set 45
            (v128.bitselect (i32x4.add (local.get 49) (local.get 25)) (local.get 48) (local.get 20)))
          (local.set 44
            (v128.bitselect (i32x4.add (local.get 49) (local.get 26)) (local.get 48) (local.get 21)))
          (local.set 43 (v128.load8_splat (i32x4.extract_lane 0 (local.get 47))))
          (local.set 42 (v128.load8_lane 1 (i32x4.extract_lane 1 (local.get 47)) (local.get 43)))
          (local.set 41 (v128.load8_lane 2 (i32x4.extract_lane 2 (local.get 47)) (local.get 42)))
          (local.set 40 (v128.load8_lane 3 (i32x4.extract_lane 3 (local.get 47)) (local.get 41)))
          (local.set 39 (v128.load8_lane 4 (i32x4.extract_lane 0 (local.get 46)) (local.get 40)))
          (local.set 38 (v128.load8_lane 5 (i32x4.extract_lane 1 (local.get 46)) (local.get 39)))
          (local.set 37 (v128.load8_lane 6 (i32x4.extract_lane 2 (local.get 46)) (local.get 38)))
          (local.set 36 (v128.load8_lane 7 (i32x4.extract_lane 3 (local.get 46)) (local.get 37)))
          (local.set 35 (v128.load8_lane 8 (i32x4.extract_lane 0 (local.get 45)) (local.get 36)))
          (local.set 34 (v128.load8_lane 9 (i32x4.extract_lane 1 (local.get 45)) (local.get 35)))
          (local.set 33 (v128.load8_lane 10 (i32x4.extract_lane 2 (local.get 45)) (local.get 34)))
          (local.set 32 (v128.load8_lane 11 (i32x4.extract_lane 3 (local.get 45)) (local.get 33)))
          (local.set 31 (v128.load8_lane 12 (i32x4.extract_lane 0 (local.get 44)) (local.get 32)))
          (local.set 30 (v128.load8_lane 13 (i32x4.extract_lane 1 (local.get 44)) (local.get 31)))
          (local.set 109 (v128.load8_lane 14 (i32x4.extract_lane 2 (local.get 44)) (local.get 30)))
          (local.set 110 (v128.load8_lane 15 (i32x4.extract_lane 3 (local.get 44)) (local.get 109)))
          (local.set 107 (i16x8.extend_low_i8x16_u (local.get 110)))
          (local.set 108 (i16x8.extend_high_i8x16_u (local.get 110)))))
      (local.set 111 (local.get 107))
      (local.set 112 (local.get 108))
      (local.set 114
        (i16x8.add
          (i16x8.mul (local.get 101) (local.get 104))
          (i16x8.mul (local.get 106) (local.get 111))))
      (local.set 115
        (i16x8.add
          (i16x8.mul (local.get 101) (local.get 105))
          (i16x8.mul (local.get 106) (local.get 112))))
      (local.set 116
        (i16x8.narrow_i32x4_u
          (i32x4.shr_u (i32x4.extmul_low_i16x8_u (local.get 114) (local.get 113)) (i32.const 23))
          (i32x4.shr_u (i32x4.extmul_high_i16x8_u (local.get 114) (local.get 113)) (i32.const 23))))
      (local.set 117
        (i16x8.narrow_i32x4_u
          (i32x4.shr_u (i32x4.extmul_low_i16x8_u (local.get 115) (local.get 113)) (i32.const 23))
          (i32x4.shr_u (i32x4.extmul_high_i16x8_u (local.get 115) (local.get 113)) (i32.const 23))))
      (local.set 16 (local.get 116))
      (local.set 17 (local.get 117))
      (local.set 117 (i32x4.splat (local.get 11)))
      (local.set 116 (i32x4.add (local.get 117) (local.get 23)))
      (local.set 115 (i32x4.add (local.get 117) (local.get 24)))
      (local.set 114 (i32x4.add (local.get 117) (local.get 25)))
      (local.set 110 (i32x4.add (local.get 117) (local.get 26)))
      (local.set 109 (i32x4.splat (local.get 10)))
      (local.set 30 (v128.and (i32x4.ge_u (local.get 116) (local.get 109)) (local.get 18)))
      (local.set 31 (v128.and (i32x4.ge_u (local.get 115) (local.get 109)) (local.get 19)))
      (local.set 32 (v128.and (i32x4.ge_u (local.get 114) (local.get 109)) (local.get 20)))
      (local.set 33 (v128.and (i32x4.ge_u (local.get 110) (local.get 109)) (local.get 21)))
      (if
        (v128.any_true
          (v128.or (v128.or (v128.or (local.get 30) (local.get 31)) (local.get 32)) (local.get 33)))
        (then
          (call 3
            (local.get 1)
            (i32.const 4)
            (i32.add (local.get 2) (i32.const 0))
            (local.get 116)
            (local.get 30)
            (i64.extend_i32_u (local.get 10))
            (i32.const 1))
          (call 3
            (local.get 1)
            (i32.const 4)
            (i32.add (local.get 2) (i32.const 4))
            (local.get 115)
            (local.get 31)
            (i64.extend_i32_u (local.get 10))
            (i32.const 1))
          (call 3
            (local.get 1)
            (i32.const 4)
            (i32.add (local.get 2) (i32.const 8))
            (local.get 114)
            (local.get 32)
            (i64.extend_i32_u (local.get 10))
            (i32.const 1))
          (call 3
            (local.get 1)
            (i32.const 4)
            (i32.add (local.get 2) (i32.const 12))
            (local.get 110)
            (local.get 33)
            (i64.extend_i32_u (local.get 10))
            (i32.const 1))
          (unreachable)))
      (local.set 34
        (v128.bitselect
          (local.get 15)
          (i8x16.narrow_i16x8_u (local.get 16) (local.get 17))
          (i8x16.gt_u (local.get 15) (local.get 118))))
      (local.set 27 (i32.add (local.get 9) (local.get 11)))
      (if
        (i32x4.all_true
          (v128.and
            (v128.and (v128.and (local.get 18) (local.get 19)) (local.get 20))
            (local.get 21)))
        (then
          (v128.store (local.get 27) (local.get 34)))
        (else
          (if
            (i32.and (i32x4.extract_lane 0 (local.get 18)) (i32.const 1))
            (then
              (v128.store8_lane 0
                (i32.add (local.get 27) (i32x4.extract_lane 0 (local.get 23)))
                (local.get 34))))
          (if
            (i32.and (i32x4.extract_lane 1 (local.get 18)) (i32.const 1))
            (then
              (v128.store8_lane 1
                (i32.add (local.get 27) (i32x4.extract_lane 1 (local.get 23)))
                (local.get 34))))
          (if
            (i32.and (i32x4.extract_lane 2 (local.get 18)) (i32.const 1))
            (then
              (v128.store8_lane 2
                (i32.add (local.get 27) (i32x4.extract_lane 2 (local.get 23)))
                (local.get 34))))
          (if
            (i32.and (i32x4.extract_lane 3 (local.get 18)) (i32.const 1))
            (then
              (v128.store8_lane 3
                (i32.add (local.get 27) (i32x4.extract_lane 3 (local.get 23)))
                (local.get 34))))
          (if
            (i32.and (i32x4.extract_lane 0 (local.get 19)) (i32.const 1))
            (then
              (v128.store8_lane 4
                (i32.add (local.get 27) (i32x4.extract_lane 0 (local.get 24)))
                (local.get 34))))
          (if
            (i32.and (i32x4.extract_lane 1 (local.get 19)) (i32.const 1))
            (then
              (v128.store8_lane 5
                (i32.add (local.get 27) (i32x4.extract_lane 1 (local.get 24)))
                (local.get 34))))
          (if
            (i32.and (i32x4.extract_lane 2 (local.get 19)) (i32.const 1))
            (then
              (v128.store8_lane 6
                (i32.add (local.get 27) (i32x4.extract_lane 2 (local.get 24)))
                (local.get 34))))
          (if
            (i32.and (i32x4.extract_lane 3 (local.get 19)) (i32.const 1))
            (then
              (v128.store8_lane 7
                (i32.add (local.get 27) (i32x4.extract_lane 3 (local.get 24)))
                (local.get 34))))
          (if
            (i32.and (i32x4.extract_lane 0 (local.get 20)) (i32.const 1))
            (then
              (v128.store8_lane 8
                (i32.add (local.get 27) (i32x4.extract_lane 0 (local.get 25)))
                (local.get 34))))
          (if
            (i32.and (i32x4.extract_lane 1 (local.get 20)) (i32.const 1))
            (then
              (v128.store8_lane 9
                (i32.add (local.get 27) (i32x4.extract_lane 1 (local.get 25)))
                (local.get 34))))
          (if
            (i32.and (i32x4.extract_lane 2 (local.get 20)) (i32.const 1))
            (then
              (v128.store8_lane 10
                (i32.add (local.get 27) (i32x4.extract_lane 2 (local.get 25)))
                (local.get 34))))
          (if
            (i32.and (i32x4.extract_lane 3 (local.get 20)) (i32.const 1))
            (then
              (v128.store8_lane 11
                (i32.add (local.get 27) (i32x4.extract_lane 3 (local.get 25)))
                (local.get 34))))
          (if
            (i32.and (i32x4.extract_lane 0 (local.get 21)) (i32.const 1))
            (then
              (v128.store8_lane 12
                (i32.add (local.get 27) (i32x4.extract_lane 0 (local.get 26)))
                (local.get 34))))
          (if
            (i32.and (i32x4.extract_lane 1 (local.get 21)) (i32.const 1))
            (then
              (v128.store8_lane 13
                (i32.add (local.get 27) (i32x4.extract_lane 1 (local.get 26)))
                (local.get 34))))
          (if
            (i32.and (i32x4.extract_lane 2 (local.get 21)) (i32.const 1))
            (then
              (v128.store8_lane 14
                (i32.add (local.get 27) (i32x4.extract_lane 2 (local.get 26)))
                (local.get 34))))
          (if
            (i32.and (i32x4.extract_lane 3 (local.get 21)) (i32.const 1))
            (then
              (v128.store8_lane 15
                (i32.add (local.get 27) (i32x4.extract_lane 3 (local.get 26)))
                (local.get 34))))))))
  (export "run" (func 0)))
