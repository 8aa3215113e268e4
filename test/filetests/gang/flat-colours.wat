(module
  (type (;0;) (func (param i32 i32 i32 i32)))
  (type (;1;) (func (param i32 i32 i32 i64 i64)))
  (type (;2;) (func (param i32 i32 i32 i32 i32 i32) (result i32)))
  (type (;3;) (func (param i32 i32 i32 i32 i32 i32 i32)))
  (type (;4;) (func (param i32 i32 i32 v128 v128 i64 i32)))
  (type (;5;) (func (param i32 i32 i32 i32 i32 i32)))
  (type (;6;) (func (param i32 i32 i32 i32 i32 i32 i32 i32) (result i32)))
  (type (;7;) (func (param i32 i32 i32 i32 i32)))
  (import "lanewise" "memory" (memory (;0;) 0))
  (func (;0;) (; flat-colours.ts:8 ;) (type 0) (param i32 i32 i32 i32)
    (local i32 i32 i32 i32 i32 i32 i32 i32 i32 i32)
    (if
      (i32.or
        (i32.gt_u (i32.load (local.get 0)) (i32.const 268435456))
        (i32.gt_u (i32.load offset=4 (local.get 0)) (i32.const 268435456)))
      (then
        (call 2 (local.get 0) (local.get 1) (local.get 2) (local.get 3)))
      (else
        (local.set 10 (i32.load (local.get 0)))
        (local.set 11 (i32.load offset=4 (local.get 0)))
        (local.set 4 (i32.load offset=16 (local.get 0)))
        (local.set 5 (i32.load offset=20 (local.get 0)))
        (if
          (i32.and
            (i32.eqz (i32.and (local.get 11) (i32.const 7)))
            (i32.eqz
              (i32.and
                (i64.eq
                  (i64.add (i64.const 3) (i64.mul (i64.extend_i32_s (local.get 11)) (i64.const -1)))
                  (i64.const 0))
                (i64.eq
                  (i64.add (i64.const 3) (i64.mul (i64.extend_i32_s (local.get 11)) (i64.const -1)))
                  (i64.const 0)))))
          (then
            (call 7 (local.get 0) (local.get 1) (local.get 2) (local.get 3)))
          (else
            (block $1
              (loop $2
                (br_if $1 (i32.ge_u (local.get 2) (local.get 3)))
                (local.set 12
                  (i32.add
                    (local.get 2)
                    (i32.and (i32.sub (local.get 3) (local.get 2)) (i32.const -8))))
                (local.set 13 (i32.const 0))
                (block $3
                  (loop $4
                    (br_if $3 (i32.le_s (local.get 12) (local.get 2)))
                    (br_if $3
                      (call 8
                        (local.get 0)
                        (local.get 1)
                        (i32.div_u (local.get 2) (i32.mul (i32.const 1) (local.get 11)))
                        (i32.div_u
                          (i32.sub (local.get 12) (i32.const 1))
                          (i32.mul (i32.const 1) (local.get 11)))
                        (i32.const 0)
                        (i32.sub (local.get 11) (i32.const 1))
                        (local.get 2)
                        (i32.sub (local.get 12) (i32.const 1))))
                    (local.set 12
                      (select
                        (i32.sub (local.get 12) (i32.const 8))
                        (select
                          (i32.add (local.get 2) (i32.const 8))
                          (local.get 2)
                          (i32.eq (local.get 13) (i32.const 1)))
                        (i32.eqz (local.get 13))))
                    (local.set 13 (i32.add (local.get 13) (i32.const 1)))
                    (br $4)))
                (if
                  (i32.lt_s (local.get 2) (local.get 12))
                  (then
                    (call 9 (local.get 0) (local.get 1) (local.get 2) (local.get 12) (i32.const 0))
                    (local.set 2 (local.get 12))))
                (br_if $1 (i32.ge_u (local.get 2) (local.get 3)))
                (call 10 (local.get 0) (local.get 1) (local.get 2) (local.get 3) (i32.const 0))
                (local.set 2 (i32.add (local.get 2) (i32.const 8)))
                (br $2))))))))
  (func (;1;) (; fail ;) (type 1) (param i32 i32 i32 i64 i64)
    (i32.store (local.get 0) (i32.add (local.get 1) (i32.const 1)))
    (i32.store offset=4 (local.get 0) (local.get 2))
    (i64.store offset=8 (local.get 0) (local.get 3))
    (i64.store offset=16 (local.get 0) (local.get 4))
    (unreachable))
  (func (;2;) (; flat-colours.ts:8: beyond usual sizes ;) (type 0) (param i32 i32 i32 i32)
    (local i32 i32 i32 i32 i32 i32 i32 i32 i64 i64)
    (local.set 10 (i32.load (local.get 0)))
    (local.set 11 (i32.load offset=4 (local.get 0)))
    (local.set 4 (i32.load offset=16 (local.get 0)))
    (local.set 5 (i32.load offset=20 (local.get 0)))
    (block $1
      (br_if $1 (i32.ge_s (local.get 2) (local.get 3)))
      (local.set 8 (i32.div_u (local.get 2) (local.get 11)))
      (local.set 9 (i32.rem_u (local.get 2) (local.get 11)))
      (loop $2
        (block $0
          (local.set 6 (local.get 8))
          (local.set 7 (local.get 9))
          (local.set 12
            (i64.add
              (i64.mul (i64.extend_i32_s (local.get 6)) (i64.const 3))
              (i64.extend_i32_s (local.get 7))))
          (if
            (i64.ge_u (local.get 12) (i64.extend_i32_u (local.get 5)))
            (then
              (call 1
                (local.get 1)
                (i32.const 0)
                (local.get 2)
                (select
                  (i64.const -2147483648)
                  (select
                    (i64.const 2147483647)
                    (local.get 12)
                    (i64.gt_s (local.get 12) (i64.const 2147483647)))
                  (i64.lt_s (local.get 12) (i64.const -2147483648)))
                (i64.extend_i32_u (local.get 5)))
              (unreachable)))
          (local.set 13
            (i64.add
              (i64.mul (i64.extend_i32_s (local.get 6)) (i64.const 3))
              (i64.extend_i32_s (local.get 7))))
          (if
            (i64.ge_u (local.get 13) (i64.extend_i32_u (local.get 5)))
            (then
              (call 1
                (local.get 1)
                (i32.const 1)
                (local.get 2)
                (select
                  (i64.const -2147483648)
                  (select
                    (i64.const 2147483647)
                    (local.get 13)
                    (i64.gt_s (local.get 13) (i64.const 2147483647)))
                  (i64.lt_s (local.get 13) (i64.const -2147483648)))
                (i64.extend_i32_u (local.get 5)))
              (unreachable)))
          (f32.store
            (i32.add (local.get 4) (i32.shl (i32.wrap_i64 (local.get 12)) (i32.const 2)))
            (f32.mul
              (f32.load
                (i32.add (local.get 4) (i32.shl (i32.wrap_i64 (local.get 13)) (i32.const 2))))
              (f32.const 2))))
        (local.set 2 (i32.add (local.get 2) (i32.const 1)))
        (local.set 9 (i32.add (local.get 9) (i32.const 1)))
        (if
          (i32.eq (local.get 9) (local.get 11))
          (then
            (local.set 9 (i32.const 0))
            (local.set 8 (i32.add (local.get 8) (i32.const 1)))))
        (br_if $2 (i32.lt_s (local.get 2) (local.get 3))))))
  (func (;3;) (; conditions ;) (type 2) (param i32 i32 i32 i32 i32 i32) (result i32)
    (local i32 i32 i32 i32 i32 i32)
    (local.set 10 (i32.load (local.get 0)))
    (local.set 11 (i32.load offset=4 (local.get 0)))
    (local.set 6 (i32.load offset=16 (local.get 0)))
    (local.set 7 (i32.load offset=20 (local.get 0)))
    (i32.and
      (i64.ge_s
        (i64.add
          (i64.mul (i64.extend_i32_s (local.get 2)) (i64.const 3))
          (i64.extend_i32_s (local.get 4)))
        (i64.const 0))
      (i64.ge_s
        (i64.add
          (i64.add
            (i64.add (i64.const -1) (i64.extend_i32_s (local.get 7)))
            (i64.mul (i64.extend_i32_s (local.get 3)) (i64.const -3)))
          (i64.mul (i64.extend_i32_s (local.get 5)) (i64.const -1)))
        (i64.const 0))))
  (func (;4;) (; fast ;) (type 3) (param i32 i32 i32 i32 i32 i32 i32)
    (local i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 v128 v128 v128 v128 i32)
    (local.set 11 (i32.load (local.get 0)))
    (local.set 12 (i32.load offset=4 (local.get 0)))
    (local.set 7 (i32.load offset=16 (local.get 0)))
    (local.set 8 (i32.load offset=20 (local.get 0)))
    (local.set 19 (v128.const i8x16 0 0 0 64 0 0 0 64 0 0 0 64 0 0 0 64))
    (loop $1
      (local.set 9 (local.get 5))
      (local.set 13 (i32.mul (local.get 9) (i32.const 3)))
      (loop $3
        (block $2
          (local.set 10 (local.get 2))
          (local.set 14 (i32.add (local.get 13) (local.get 10)))
          (local.set 15 (i32.add (local.get 13) (local.get 10)))
          (local.set 16 (i32.add (local.get 7) (i32.shl (local.get 15) (i32.const 2))))
          (local.set 17 (v128.load (local.get 16)))
          (local.set 18 (v128.load offset=16 (local.get 16)))
          (local.set 20 (f32x4.mul (local.get 17) (local.get 19)))
          (local.set 21 (f32x4.mul (local.get 18) (local.get 19)))
          (local.set 22 (i32.add (local.get 7) (i32.shl (local.get 14) (i32.const 2))))
          (v128.store (local.get 22) (local.get 20))
          (v128.store offset=16 (local.get 22) (local.get 21)))
        (local.set 2 (i32.add (local.get 2) (i32.const 8)))
        (br_if $3 (i32.lt_s (local.get 2) (local.get 3))))
      (local.set 2 (i32.const 0))
      (local.set 4 (i32.add (local.get 4) (local.get 12)))
      (local.set 5 (i32.add (local.get 5) (i32.const 1)))
      (local.set 6 (i32.add (local.get 6) (i32.const -1)))
      (br_if $1 (local.get 6))))
  (func (;5;) (; failVector ;) (type 4) (param i32 i32 i32 v128 v128 i64 i32)
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
  (func (;6;) (; safe ;) (type 5) (param i32 i32 i32 i32 i32 i32)
    (local i32 i32 i32 i32 i32 i32 i32 v128 v128 v128 v128 v128 i32 v128 v128 v128 v128 v128 v128 i32 i32 i32 i32 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 i32 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 i32)
    (local.set 10 (i32.load (local.get 0)))
    (local.set 11 (i32.load offset=4 (local.get 0)))
    (local.set 6 (i32.load offset=16 (local.get 0)))
    (local.set 7 (i32.load offset=20 (local.get 0)))
    (local.set 16 (v128.const i8x16 0 0 0 0 1 0 0 0 2 0 0 0 3 0 0 0))
    (local.set 17 (v128.const i8x16 4 0 0 0 5 0 0 0 6 0 0 0 7 0 0 0))
    (local.set 41 (v128.const i8x16 0 0 0 0 4 0 0 0 8 0 0 0 12 0 0 0))
    (local.set 42 (v128.const i8x16 16 0 0 0 20 0 0 0 24 0 0 0 28 0 0 0))
    (local.set 54 (v128.const i8x16 0 0 0 64 0 0 0 64 0 0 0 64 0 0 0 64))
    (local.set 8 (local.get 5))
    (local.set 12 (i32.mul (local.get 8) (i32.const 3)))
    (block $1
      (local.set 15 (i32x4.splat (i32.sub (local.get 3) (local.get 2))))
      (local.set 13 (i32x4.lt_s (local.get 16) (local.get 15)))
      (local.set 14 (i32x4.lt_s (local.get 17) (local.get 15)))
      (local.set 9 (local.get 2))
      (local.set 18 (i32.add (local.get 12) (local.get 9)))
      (local.set 19 (i32x4.splat (local.get 18)))
      (local.set 20 (i32x4.add (local.get 19) (local.get 16)))
      (local.set 21 (i32x4.add (local.get 19) (local.get 17)))
      (local.set 22 (i32x4.splat (local.get 7)))
      (local.set 23 (v128.and (i32x4.ge_u (local.get 20) (local.get 22)) (local.get 13)))
      (local.set 24 (v128.and (i32x4.ge_u (local.get 21) (local.get 22)) (local.get 14)))
      (local.set 25 (i32.add (local.get 4) (local.get 2)))
      (if
        (v128.any_true (v128.or (local.get 23) (local.get 24)))
        (then
          (call 5
            (local.get 1)
            (i32.const 0)
            (i32.add (local.get 25) (i32.const 0))
            (local.get 20)
            (local.get 23)
            (i64.extend_i32_u (local.get 7))
            (i32.const 1))
          (call 5
            (local.get 1)
            (i32.const 0)
            (i32.add (local.get 25) (i32.const 4))
            (local.get 21)
            (local.get 24)
            (i64.extend_i32_u (local.get 7))
            (i32.const 1))
          (unreachable)))
      (local.set 26 (i32.add (local.get 12) (local.get 9)))
      (local.set 27 (i32.add (local.get 6) (i32.shl (local.get 26) (i32.const 2))))
      (local.set 28 (i32.sub (local.get 7) (i32.const 8)))
      (if
        (i32.and
          (i32.and (i32.ge_s (local.get 28) (i32.const 0)) (i32.le_u (local.get 26) (local.get 28)))
          (i32.const 1))
        (then
          (local.set 31 (v128.load (local.get 27)))
          (local.set 32 (v128.load offset=16 (local.get 27)))
          (local.set 29 (local.get 31))
          (local.set 30 (local.get 32)))
        (else
          (local.set 33 (i32x4.splat (local.get 26)))
          (local.set 34 (i32x4.add (local.get 33) (local.get 16)))
          (local.set 35 (i32x4.add (local.get 33) (local.get 17)))
          (local.set 36 (i32x4.splat (local.get 7)))
          (local.set 37 (v128.and (i32x4.ge_u (local.get 34) (local.get 36)) (local.get 13)))
          (local.set 38 (v128.and (i32x4.ge_u (local.get 35) (local.get 36)) (local.get 14)))
          (local.set 39 (i32.add (local.get 4) (local.get 2)))
          (if
            (v128.any_true (v128.or (local.get 37) (local.get 38)))
            (then
              (call 5
                (local.get 1)
                (i32.const 1)
                (i32.add (local.get 39) (i32.const 0))
                (local.get 34)
                (local.get 37)
                (i64.extend_i32_u (local.get 7))
                (i32.const 1))
              (call 5
                (local.get 1)
                (i32.const 1)
                (i32.add (local.get 39) (i32.const 4))
                (local.get 35)
                (local.get 38)
                (i64.extend_i32_u (local.get 7))
                (i32.const 1))
              (unreachable)))
          (local.set 40 (i32x4.splat (local.get 27)))
          (local.set 43 (i32x4.splat (local.get 1)))
          (local.set 44
            (v128.bitselect (i32x4.add (local.get 40) (local.get 41)) (local.get 43) (local.get 13)))
          (local.set 45
            (v128.bitselect (i32x4.add (local.get 40) (local.get 42)) (local.get 43) (local.get 14)))
          (local.set 46 (v128.load32_zero (i32x4.extract_lane 0 (local.get 44))))
          (local.set 47 (v128.load32_lane 1 (i32x4.extract_lane 1 (local.get 44)) (local.get 46)))
          (local.set 48 (v128.load32_lane 2 (i32x4.extract_lane 2 (local.get 44)) (local.get 47)))
          (local.set 49 (v128.load32_lane 3 (i32x4.extract_lane 3 (local.get 44)) (local.get 48)))
          (local.set 50 (v128.load32_zero (i32x4.extract_lane 0 (local.get 45))))
          (local.set 51 (v128.load32_lane 1 (i32x4.extract_lane 1 (local.get 45)) (local.get 50)))
          (local.set 52 (v128.load32_lane 2 (i32x4.extract_lane 2 (local.get 45)) (local.get 51)))
          (local.set 53 (v128.load32_lane 3 (i32x4.extract_lane 3 (local.get 45)) (local.get 52)))
          (local.set 29 (local.get 49))
          (local.set 30 (local.get 53))))
      (local.set 55 (f32x4.mul (local.get 29) (local.get 54)))
      (local.set 56 (f32x4.mul (local.get 30) (local.get 54)))
      (local.set 57 (i32.add (local.get 6) (i32.shl (local.get 18) (i32.const 2))))
      (if
        (i32x4.all_true (v128.and (local.get 13) (local.get 14)))
        (then
          (v128.store (local.get 57) (local.get 55))
          (v128.store offset=16 (local.get 57) (local.get 56)))
        (else
          (if
            (i32.and (i32x4.extract_lane 0 (local.get 13)) (i32.const 1))
            (then
              (f32.store
                (i32.add (local.get 57) (i32x4.extract_lane 0 (local.get 41)))
                (f32x4.extract_lane 0 (local.get 55)))))
          (if
            (i32.and (i32x4.extract_lane 1 (local.get 13)) (i32.const 1))
            (then
              (f32.store
                (i32.add (local.get 57) (i32x4.extract_lane 1 (local.get 41)))
                (f32x4.extract_lane 1 (local.get 55)))))
          (if
            (i32.and (i32x4.extract_lane 2 (local.get 13)) (i32.const 1))
            (then
              (f32.store
                (i32.add (local.get 57) (i32x4.extract_lane 2 (local.get 41)))
                (f32x4.extract_lane 2 (local.get 55)))))
          (if
            (i32.and (i32x4.extract_lane 3 (local.get 13)) (i32.const 1))
            (then
              (f32.store
                (i32.add (local.get 57) (i32x4.extract_lane 3 (local.get 41)))
                (f32x4.extract_lane 3 (local.get 55)))))
          (if
            (i32.and (i32x4.extract_lane 0 (local.get 14)) (i32.const 1))
            (then
              (f32.store
                (i32.add (local.get 57) (i32x4.extract_lane 0 (local.get 42)))
                (f32x4.extract_lane 0 (local.get 56)))))
          (if
            (i32.and (i32x4.extract_lane 1 (local.get 14)) (i32.const 1))
            (then
              (f32.store
                (i32.add (local.get 57) (i32x4.extract_lane 1 (local.get 42)))
                (f32x4.extract_lane 1 (local.get 56)))))
          (if
            (i32.and (i32x4.extract_lane 2 (local.get 14)) (i32.const 1))
            (then
              (f32.store
                (i32.add (local.get 57) (i32x4.extract_lane 2 (local.get 42)))
                (f32x4.extract_lane 2 (local.get 56)))))
          (if
            (i32.and (i32x4.extract_lane 3 (local.get 14)) (i32.const 1))
            (then
              (f32.store
                (i32.add (local.get 57) (i32x4.extract_lane 3 (local.get 42)))
                (f32x4.extract_lane 3 (local.get 56)))))))))
  (func (;7;) (; flat-colours.ts:8 ;) (type 0) (param i32 i32 i32 i32)
    (local i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32)
    (local.set 10 (i32.load (local.get 0)))
    (local.set 11 (i32.load offset=4 (local.get 0)))
    (block $1
      (br_if $1 (i32.ge_s (local.get 2) (local.get 3)))
      (local.set 8 (i32.div_u (local.get 2) (local.get 11)))
      (local.set 9 (i32.rem_u (local.get 2) (local.get 11)))
      (local.set 14
        (call 3
          (local.get 0)
          (local.get 1)
          (local.get 8)
          (i32.div_u (i32.sub (local.get 3) (i32.const 1)) (local.get 11))
          (i32.const 0)
          (i32.sub (local.get 11) (i32.const 1))))
      (loop $2
        (local.set 13 (i32.sub (local.get 2) (local.get 9)))
        (if
          (i32.and
            (i32.and
              (i32.and (i32.eqz (i32.and (local.get 11) (i32.const 7))) (i32.eqz (local.get 9)))
              (i32.ge_u (i32.sub (local.get 3) (local.get 2)) (local.get 11)))
            (local.get 14))
          (then
            (local.set 15 (i32.div_u (i32.sub (local.get 3) (local.get 2)) (local.get 11)))
            (call 4
              (local.get 0)
              (local.get 1)
              (i32.const 0)
              (local.get 11)
              (local.get 13)
              (local.get 8)
              (local.get 15))
            (local.set 2 (i32.add (local.get 2) (i32.mul (local.get 15) (local.get 11))))
            (br_if $1 (i32.ge_s (local.get 2) (local.get 3)))
            (local.set 8 (i32.div_u (local.get 2) (local.get 11)))
            (local.set 9 (i32.rem_u (local.get 2) (local.get 11)))
            (local.set 13 (local.get 2))))
        (local.set 16 (i32.sub (local.get 3) (local.get 13)))
        (local.set 12
          (select (local.get 11) (local.get 16) (i32.lt_s (local.get 11) (local.get 16))))
        (block $3
          (loop $4
            (br_if $3 (i32.ge_u (local.get 9) (local.get 12)))
            (local.set 17
              (i32.add
                (local.get 9)
                (i32.and (i32.sub (local.get 12) (local.get 9)) (i32.const -8))))
            (local.set 18 (i32.const 0))
            (block $5
              (br_if $5 (local.get 14))
              (loop $6
                (br_if $5 (i32.le_s (local.get 17) (local.get 9)))
                (br_if $5
                  (call 3
                    (local.get 0)
                    (local.get 1)
                    (local.get 8)
                    (local.get 8)
                    (local.get 9)
                    (i32.sub (local.get 17) (i32.const 1))))
                (local.set 17
                  (select
                    (i32.sub (local.get 17) (i32.const 8))
                    (select
                      (i32.add (local.get 9) (i32.const 8))
                      (local.get 9)
                      (i32.eq (local.get 18) (i32.const 1)))
                    (i32.eqz (local.get 18))))
                (local.set 18 (i32.add (local.get 18) (i32.const 1)))
                (br $6)))
            (if
              (i32.lt_s (local.get 9) (local.get 17))
              (then
                (call 4
                  (local.get 0)
                  (local.get 1)
                  (local.get 9)
                  (local.get 17)
                  (local.get 13)
                  (local.get 8)
                  (i32.const 1))
                (local.set 9 (local.get 17))))
            (br_if $3 (i32.ge_u (local.get 9) (local.get 12)))
            (call 6
              (local.get 0)
              (local.get 1)
              (local.get 9)
              (local.get 12)
              (local.get 13)
              (local.get 8))
            (local.set 9 (i32.add (local.get 9) (i32.const 8)))
            (br $4)))
        (local.set 2 (i32.add (local.get 13) (local.get 12)))
        (local.set 9 (i32.const 0))
        (local.set 8 (i32.add (local.get 8) (i32.const 1)))
        (br_if $2 (i32.lt_s (local.get 2) (local.get 3))))))
  (func (;8;) (; conditions ;) (type 6) (param i32 i32 i32 i32 i32 i32 i32 i32) (result i32)
    (local i32 i32 i32 i32 i32 i32)
    (local.set 12 (i32.load (local.get 0)))
    (local.set 13 (i32.load offset=4 (local.get 0)))
    (local.set 8 (i32.load offset=16 (local.get 0)))
    (local.set 9 (i32.load offset=20 (local.get 0)))
    (i32.and
      (i32.and
        (i64.eq
          (i64.add (i64.const 3) (i64.mul (i64.extend_i32_s (local.get 13)) (i64.const -1)))
          (i64.const 0))
        (i64.ge_s (i64.extend_i32_s (local.get 6)) (i64.const 0)))
      (i64.ge_s
        (i64.add
          (i64.add (i64.const -1) (i64.extend_i32_s (local.get 9)))
          (i64.mul (i64.extend_i32_s (local.get 7)) (i64.const -1)))
        (i64.const 0))))
  (func (;9;) (; fast ;) (type 7) (param i32 i32 i32 i32 i32)
    (local i32 i32 i32 i32 i32 i32 v128 v128 v128 v128 v128 v128 v128 v128 i32 i32 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 i32 v128 i32)
    (local.set 9 (i32.load (local.get 0)))
    (local.set 10 (i32.load offset=4 (local.get 0)))
    (local.set 5 (i32.load offset=16 (local.get 0)))
    (local.set 6 (i32.load offset=20 (local.get 0)))
    (local.set 26 (v128.const i8x16 0 0 64 75 0 0 64 75 0 0 64 75 0 0 64 75))
    (local.set 27 (v128.const i8x16 0 0 0 63 0 0 0 63 0 0 0 63 0 0 0 63))
    (local.set 28 (v128.const i8x16 0 0 0 0 1 0 0 0 2 0 0 0 3 0 0 0))
    (local.set 31 (v128.const i8x16 4 0 0 0 5 0 0 0 6 0 0 0 7 0 0 0))
    (local.set 42 (v128.const i8x16 0 0 0 64 0 0 0 64 0 0 0 64 0 0 0 64))
    (loop $2
      (if
        (i32.le_u (local.get 10) (i32.const 1048576))
        (then
          (local.set 19 (i32.div_u (local.get 2) (local.get 10)))
          (local.set 20 (i32.sub (local.get 2) (i32.mul (local.get 19) (local.get 10))))
          (local.set 21 (i32x4.splat (local.get 19)))
          (local.set 22 (i32x4.splat (local.get 20)))
          (local.set 23 (i32x4.splat (local.get 9)))
          (local.set 24 (i32x4.splat (local.get 10)))
          (local.set 25 (f32x4.splat (f32.div (f32.const 1) (f32.convert_i32_u (local.get 10)))))
          (local.set 29 (i32x4.add (local.get 22) (local.get 28)))
          (local.set 30
            (i32x4.sub
              (f32x4.add
                (f32x4.sub
                  (f32x4.mul
                    (f32x4.add (f32x4.convert_i32x4_s (local.get 29)) (local.get 27))
                    (local.get 25))
                  (local.get 27))
                (local.get 26))
              (local.get 26)))
          (local.set 17 (i32x4.sub (local.get 29) (i32x4.mul (local.get 30) (local.get 24))))
          (local.set 15 (i32x4.add (local.get 21) (local.get 30)))
          (local.set 32 (i32x4.add (local.get 22) (local.get 31)))
          (local.set 33
            (i32x4.sub
              (f32x4.add
                (f32x4.sub
                  (f32x4.mul
                    (f32x4.add (f32x4.convert_i32x4_s (local.get 32)) (local.get 27))
                    (local.get 25))
                  (local.get 27))
                (local.get 26))
              (local.get 26)))
          (local.set 18 (i32x4.sub (local.get 32) (i32x4.mul (local.get 33) (local.get 24))))
          (local.set 16 (i32x4.add (local.get 21) (local.get 33))))
        (else
          (local.set 34 (i32x4.splat (local.get 2)))
          (local.set 35 (i32x4.add (local.get 34) (local.get 28)))
          (local.set 36 (f64x2.splat (f64.convert_i32_u (local.get 10))))
          (local.set 37
            (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
              (i32x4.trunc_sat_f64x2_u_zero
                (f64x2.div (f64x2.convert_low_i32x4_u (local.get 35)) (local.get 36)))
              (i32x4.trunc_sat_f64x2_u_zero
                (f64x2.div
                  (f64x2.convert_low_i32x4_u
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15
                      (local.get 35)
                      (local.get 35)))
                  (local.get 36)))))
          (local.set 17
            (i32x4.sub (local.get 35) (i32x4.mul (local.get 37) (i32x4.splat (local.get 10)))))
          (local.set 15 (local.get 37))
          (local.set 38 (i32x4.add (local.get 34) (local.get 31)))
          (local.set 39 (f64x2.splat (f64.convert_i32_u (local.get 10))))
          (local.set 40
            (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
              (i32x4.trunc_sat_f64x2_u_zero
                (f64x2.div (f64x2.convert_low_i32x4_u (local.get 38)) (local.get 39)))
              (i32x4.trunc_sat_f64x2_u_zero
                (f64x2.div
                  (f64x2.convert_low_i32x4_u
                    (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15
                      (local.get 38)
                      (local.get 38)))
                  (local.get 39)))))
          (local.set 18
            (i32x4.sub (local.get 38) (i32x4.mul (local.get 40) (i32x4.splat (local.get 10)))))
          (local.set 16 (local.get 40))))
      (block $1
        (local.set 11 (local.get 15))
        (local.set 12 (local.get 16))
        (local.set 13 (local.get 17))
        (local.set 14 (local.get 18))
        (local.set 20 (i32.add (local.get 2) (i32.wrap_i64 (i64.const 0))))
        (local.set 19 (i32.add (local.get 2) (i32.wrap_i64 (i64.const 0))))
        (local.set 41 (i32.add (local.get 5) (i32.shl (local.get 19) (i32.const 2))))
        (local.set 40 (v128.load (local.get 41)))
        (local.set 39 (v128.load offset=16 (local.get 41)))
        (local.set 38 (f32x4.mul (local.get 40) (local.get 42)))
        (local.set 37 (f32x4.mul (local.get 39) (local.get 42)))
        (local.set 43 (i32.add (local.get 5) (i32.shl (local.get 20) (i32.const 2))))
        (v128.store (local.get 43) (local.get 38))
        (v128.store offset=16 (local.get 43) (local.get 37)))
      (local.set 2 (i32.add (local.get 2) (i32.const 8)))
      (br_if $2 (i32.lt_s (local.get 2) (local.get 3)))))
  (func (;10;) (; safe ;) (type 7) (param i32 i32 i32 i32 i32)
    (local i32 i32 i32 i32 i32 i32 v128 v128 v128 v128 v128 v128 v128 v128 i32 i32 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128)
    (local.set 9 (i32.load (local.get 0)))
    (local.set 10 (i32.load offset=4 (local.get 0)))
    (local.set 5 (i32.load offset=16 (local.get 0)))
    (local.set 6 (i32.load offset=20 (local.get 0)))
    (local.set 26 (v128.const i8x16 0 0 64 75 0 0 64 75 0 0 64 75 0 0 64 75))
    (local.set 27 (v128.const i8x16 0 0 0 63 0 0 0 63 0 0 0 63 0 0 0 63))
    (local.set 28 (v128.const i8x16 0 0 0 0 1 0 0 0 2 0 0 0 3 0 0 0))
    (local.set 31 (v128.const i8x16 4 0 0 0 5 0 0 0 6 0 0 0 7 0 0 0))
    (local.set 43 (v128.const i8x16 3 0 0 0 3 0 0 0 3 0 0 0 3 0 0 0))
    (local.set 55 (v128.const i8x16 0 0 0 64 0 0 0 64 0 0 0 64 0 0 0 64))
    (if
      (i32.le_u (local.get 10) (i32.const 1048576))
      (then
        (local.set 19 (i32.div_u (local.get 2) (local.get 10)))
        (local.set 20 (i32.sub (local.get 2) (i32.mul (local.get 19) (local.get 10))))
        (local.set 21 (i32x4.splat (local.get 19)))
        (local.set 22 (i32x4.splat (local.get 20)))
        (local.set 23 (i32x4.splat (local.get 9)))
        (local.set 24 (i32x4.splat (local.get 10)))
        (local.set 25 (f32x4.splat (f32.div (f32.const 1) (f32.convert_i32_u (local.get 10)))))
        (local.set 29 (i32x4.add (local.get 22) (local.get 28)))
        (local.set 30
          (i32x4.sub
            (f32x4.add
              (f32x4.sub
                (f32x4.mul
                  (f32x4.add (f32x4.convert_i32x4_s (local.get 29)) (local.get 27))
                  (local.get 25))
                (local.get 27))
              (local.get 26))
            (local.get 26)))
        (local.set 17 (i32x4.sub (local.get 29) (i32x4.mul (local.get 30) (local.get 24))))
        (local.set 15 (i32x4.add (local.get 21) (local.get 30)))
        (local.set 32 (i32x4.add (local.get 22) (local.get 31)))
        (local.set 33
          (i32x4.sub
            (f32x4.add
              (f32x4.sub
                (f32x4.mul
                  (f32x4.add (f32x4.convert_i32x4_s (local.get 32)) (local.get 27))
                  (local.get 25))
                (local.get 27))
              (local.get 26))
            (local.get 26)))
        (local.set 18 (i32x4.sub (local.get 32) (i32x4.mul (local.get 33) (local.get 24))))
        (local.set 16 (i32x4.add (local.get 21) (local.get 33))))
      (else
        (local.set 34 (i32x4.splat (local.get 2)))
        (local.set 35 (i32x4.add (local.get 34) (local.get 28)))
        (local.set 36 (f64x2.splat (f64.convert_i32_u (local.get 10))))
        (local.set 37
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
            (i32x4.trunc_sat_f64x2_u_zero
              (f64x2.div (f64x2.convert_low_i32x4_u (local.get 35)) (local.get 36)))
            (i32x4.trunc_sat_f64x2_u_zero
              (f64x2.div
                (f64x2.convert_low_i32x4_u
                  (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15
                    (local.get 35)
                    (local.get 35)))
                (local.get 36)))))
        (local.set 17
          (i32x4.sub (local.get 35) (i32x4.mul (local.get 37) (i32x4.splat (local.get 10)))))
        (local.set 15 (local.get 37))
        (local.set 38 (i32x4.add (local.get 34) (local.get 31)))
        (local.set 39 (f64x2.splat (f64.convert_i32_u (local.get 10))))
        (local.set 40
          (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
            (i32x4.trunc_sat_f64x2_u_zero
              (f64x2.div (f64x2.convert_low_i32x4_u (local.get 38)) (local.get 39)))
            (i32x4.trunc_sat_f64x2_u_zero
              (f64x2.div
                (f64x2.convert_low_i32x4_u
                  (i8x16.shuffle 8 9 10 11 12 13 14 15 8 9 10 11 12 13 14 15
                    (local.get 38)
                    (local.get 38)))
                (local.get 39)))))
        (local.set 18
          (i32x4.sub (local.get 38) (i32x4.mul (local.get 40) (i32x4.splat (local.get 10)))))
        (local.set 16 (local.get 40))))
    (block $1
      (local.set 40 (i32x4.splat (i32.sub (local.get 3) (local.get 2))))
      (local.set 41 (i32x4.lt_s (local.get 28) (local.get 40)))
      (local.set 42 (i32x4.lt_s (local.get 31) (local.get 40)))
      (local.set 11 (local.get 15))
      (local.set 12 (local.get 16))
      (local.set 13 (local.get 17))
      (local.set 14 (local.get 18))
      (local.set 39 (i32x4.add (i32x4.mul (local.get 11) (local.get 43)) (local.get 13)))
      (local.set 38 (i32x4.add (i32x4.mul (local.get 12) (local.get 43)) (local.get 14)))
      (local.set 37 (i32x4.splat (local.get 6)))
      (local.set 36 (v128.and (i32x4.ge_u (local.get 39) (local.get 37)) (local.get 41)))
      (local.set 35 (v128.and (i32x4.ge_u (local.get 38) (local.get 37)) (local.get 42)))
      (if
        (v128.any_true (v128.or (local.get 36) (local.get 35)))
        (then
          (call 5
            (local.get 1)
            (i32.const 0)
            (i32.add (local.get 2) (i32.const 0))
            (local.get 39)
            (local.get 36)
            (i64.extend_i32_u (local.get 6))
            (i32.const 1))
          (call 5
            (local.get 1)
            (i32.const 0)
            (i32.add (local.get 2) (i32.const 4))
            (local.get 38)
            (local.get 35)
            (i64.extend_i32_u (local.get 6))
            (i32.const 1))
          (unreachable)))
      (local.set 34 (i32x4.shl (local.get 39) (i32.const 2)))
      (local.set 33 (i32x4.shl (local.get 38) (i32.const 2)))
      (local.set 32 (i32x4.add (i32x4.mul (local.get 11) (local.get 43)) (local.get 13)))
      (local.set 30 (i32x4.add (i32x4.mul (local.get 12) (local.get 43)) (local.get 14)))
      (local.set 29 (i32x4.splat (local.get 6)))
      (local.set 25 (v128.and (i32x4.ge_u (local.get 32) (local.get 29)) (local.get 41)))
      (local.set 24 (v128.and (i32x4.ge_u (local.get 30) (local.get 29)) (local.get 42)))
      (if
        (v128.any_true (v128.or (local.get 25) (local.get 24)))
        (then
          (call 5
            (local.get 1)
            (i32.const 1)
            (i32.add (local.get 2) (i32.const 0))
            (local.get 32)
            (local.get 25)
            (i64.extend_i32_u (local.get 6))
            (i32.const 1))
          (call 5
            (local.get 1)
            (i32.const 1)
            (i32.add (local.get 2) (i32.const 4))
            (local.get 30)
            (local.get 24)
            (i64.extend_i32_u (local.get 6))
            (i32.const 1))
          (unreachable)))
      (local.set 23 (i32x4.shl (local.get 32) (i32.const 2)))
      (local.set 22 (i32x4.shl (local.get 30) (i32.const 2)))
      (local.set 21 (i32x4.splat (local.get 5)))
      (local.set 44 (i32x4.splat (local.get 1)))
      (local.set 45
        (v128.bitselect (i32x4.add (local.get 21) (local.get 23)) (local.get 44) (local.get 41)))
      (local.set 46
        (v128.bitselect (i32x4.add (local.get 21) (local.get 22)) (local.get 44) (local.get 42)))
      (local.set 47 (v128.load32_zero (i32x4.extract_lane 0 (local.get 45))))
      (local.set 48 (v128.load32_lane 1 (i32x4.extract_lane 1 (local.get 45)) (local.get 47)))
      (local.set 49 (v128.load32_lane 2 (i32x4.extract_lane 2 (local.get 45)) (local.get 48)))
      (local.set 50 (v128.load32_lane 3 (i32x4.extract_lane 3 (local.get 45)) (local.get 49)))
      (local.set 51 (v128.load32_zero (i32x4.extract_lane 0 (local.get 46))))
      (local.set 52 (v128.load32_lane 1 (i32x4.extract_lane 1 (local.get 46)) (local.get 51)))
      (local.set 53 (v128.load32_lane 2 (i32x4.extract_lane 2 (local.get 46)) (local.get 52)))
      (local.set 54 (v128.load32_lane 3 (i32x4.extract_lane 3 (local.get 46)) (local.get 53)))
      (local.set 56 (f32x4.mul (local.get 50) (local.get 55)))
      (local.set 57 (f32x4.mul (local.get 54) (local.get 55)))
      (if
        (i32.and (i32x4.extract_lane 0 (local.get 41)) (i32.const 1))
        (then
          (f32.store
            (i32.add (local.get 5) (i32x4.extract_lane 0 (local.get 34)))
            (f32x4.extract_lane 0 (local.get 56)))))
      (if
        (i32.and (i32x4.extract_lane 1 (local.get 41)) (i32.const 1))
        (then
          (f32.store
            (i32.add (local.get 5) (i32x4.extract_lane 1 (local.get 34)))
            (f32x4.extract_lane 1 (local.get 56)))))
      (if
        (i32.and (i32x4.extract_lane 2 (local.get 41)) (i32.const 1))
        (then
          (f32.store
            (i32.add (local.get 5) (i32x4.extract_lane 2 (local.get 34)))
            (f32x4.extract_lane 2 (local.get 56)))))
      (if
        (i32.and (i32x4.extract_lane 3 (local.get 41)) (i32.const 1))
        (then
          (f32.store
            (i32.add (local.get 5) (i32x4.extract_lane 3 (local.get 34)))
            (f32x4.extract_lane 3 (local.get 56)))))
      (if
        (i32.and (i32x4.extract_lane 0 (local.get 42)) (i32.const 1))
        (then
          (f32.store
            (i32.add (local.get 5) (i32x4.extract_lane 0 (local.get 33)))
            (f32x4.extract_lane 0 (local.get 57)))))
      (if
        (i32.and (i32x4.extract_lane 1 (local.get 42)) (i32.const 1))
        (then
          (f32.store
            (i32.add (local.get 5) (i32x4.extract_lane 1 (local.get 33)))
            (f32x4.extract_lane 1 (local.get 57)))))
      (if
        (i32.and (i32x4.extract_lane 2 (local.get 42)) (i32.const 1))
        (then
          (f32.store
            (i32.add (local.get 5) (i32x4.extract_lane 2 (local.get 33)))
            (f32x4.extract_lane 2 (local.get 57)))))
      (if
        (i32.and (i32x4.extract_lane 3 (local.get 42)) (i32.const 1))
        (then
          (f32.store
            (i32.add (local.get 5) (i32x4.extract_lane 3 (local.get 33)))
            (f32x4.extract_lane 3 (local.get 57)))))))
  (export "run" (func 0)))
