(module
  (type (;0;) (func (param i32 i32 i32 i32)))
  (type (;1;) (func (param i32 i32 i32 i64 i64)))
  (type (;2;) (func (param i32 i32 i32 i32) (result i32)))
  (type (;3;) (func (param i32 i32 i32 i32 i32)))
  (type (;4;) (func (param i32 i32 i32 v128 v128 i64 i32)))
  (import "lanewise" "memory" (memory (;0;) 0))
  (func (;0;) (; prefixSums  rows.ts:9) ;) (type 0) (param i32 i32 i32 i32)
    (local i32 i32 i32 i32 i32 i32 f32 i32 i32 i32 i32)
    (if
      (i32.or
        (i32.or
          (i32.gt_u (i32.load (local.get 0)) (i32.const 268435456))
          (i32.gt_u
            (i32.add (i32.load offset=16 (local.get 0)) (i32.const 268435456))
            (i32.const 536870912)))
        (f64.gt
          (f64.abs
            (f64.mul
              (f64.convert_i32_u (i32.load (local.get 0)))
              (f64.convert_i32_s (i32.load offset=16 (local.get 0)))))
          (f64.const 1073741824)))
      (then
        (call 2 (local.get 0) (local.get 1) (local.get 2) (local.get 3)))
      (else
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
                  (call 3
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
                (call 4 (local.get 0) (local.get 1) (local.get 2) (local.get 13) (i32.const 0))
                (local.set 2 (local.get 13))))
            (br_if $1 (i32.ge_u (local.get 2) (local.get 3)))
            (call 6 (local.get 0) (local.get 1) (local.get 2) (local.get 3) (i32.const 0))
            (local.set 2 (i32.add (local.get 2) (i32.const 8)))
            (br $2))))))
  (func (;1;) (; fail ;) (type 1) (param i32 i32 i32 i64 i64)
    (i32.store (local.get 0) (i32.add (local.get 1) (i32.const 1)))
    (i32.store offset=4 (local.get 0) (local.get 2))
    (i64.store offset=8 (local.get 0) (local.get 3))
    (i64.store offset=16 (local.get 0) (local.get 4))
    (unreachable))
  (func (;2;) (; prefixSums  rows.ts:9): beyond usual sizes ;) (type 0) (param i32 i32 i32 i32)
    (local i32 i32 i32 i32 i32 i32 f32 i32 i32 i64 i64)
    (local.set 12 (i32.load (local.get 0)))
    (local.set 4 (i32.load offset=16 (local.get 0)))
    (local.set 5 (i32.load offset=20 (local.get 0)))
    (local.set 6 (i32.load offset=24 (local.get 0)))
    (local.set 7 (i32.load offset=28 (local.get 0)))
    (local.set 8 (i32.load offset=32 (local.get 0)))
    (block $1
      (br_if $1 (i32.ge_s (local.get 2) (local.get 3)))
      (loop $2
        (block $0
          (local.set 9 (local.get 2))
          (local.set 10 (f32.const 0))
          (local.set 11 (i32.const 0))
          (local.set 13 (i64.mul (i64.extend_i32_s (local.get 9)) (i64.extend_i32_s (local.get 4))))
          (block $3
            (br_if $3 (i32.eqz (i32.lt_s (local.get 11) (local.get 4))))
            (loop $4
              (block $5
                (local.set 14 (i64.add (local.get 13) (i64.extend_i32_s (local.get 11))))
                (if
                  (i64.ge_u (local.get 14) (i64.extend_i32_u (local.get 6)))
                  (then
                    (call 1
                      (local.get 1)
                      (i32.const 0)
                      (local.get 2)
                      (select
                        (i64.const -2147483648)
                        (select
                          (i64.const 2147483647)
                          (local.get 14)
                          (i64.gt_s (local.get 14) (i64.const 2147483647)))
                        (i64.lt_s (local.get 14) (i64.const -2147483648)))
                      (i64.extend_i32_u (local.get 6)))
                    (unreachable)))
                (local.set 10
                  (f32.add
                    (local.get 10)
                    (f32.load
                      (i32.add (local.get 5) (i32.shl (i32.wrap_i64 (local.get 14)) (i32.const 2))))))
                (local.set 14 (i64.add (local.get 13) (i64.extend_i32_s (local.get 11))))
                (if
                  (i64.ge_u (local.get 14) (i64.extend_i32_u (local.get 8)))
                  (then
                    (call 1
                      (local.get 1)
                      (i32.const 1)
                      (local.get 2)
                      (select
                        (i64.const -2147483648)
                        (select
                          (i64.const 2147483647)
                          (local.get 14)
                          (i64.gt_s (local.get 14) (i64.const 2147483647)))
                        (i64.lt_s (local.get 14) (i64.const -2147483648)))
                      (i64.extend_i32_u (local.get 8)))
                    (unreachable)))
                (f32.store
                  (i32.add (local.get 7) (i32.shl (i32.wrap_i64 (local.get 14)) (i32.const 2)))
                  (local.get 10)))
              (local.set 11 (i32.add (local.get 11) (i32.const 1)))
              (br_if $4 (i32.lt_s (local.get 11) (local.get 4))))))
        (local.set 2 (i32.add (local.get 2) (i32.const 1)))
        (br_if $2 (i32.lt_s (local.get 2) (local.get 3))))))
  (func (;3;) (; conditions ;) (type 2) (param i32 i32 i32 i32) (result i32)
    (local i32 i32 i32 i32 i32 i32 f32 i32 i32 i64 i64 i64 i64 i64 i64 i64 i64)
    (local.set 12 (i32.load (local.get 0)))
    (local.set 4 (i32.load offset=16 (local.get 0)))
    (local.set 5 (i32.load offset=20 (local.get 0)))
    (local.set 6 (i32.load offset=24 (local.get 0)))
    (local.set 7 (i32.load offset=28 (local.get 0)))
    (local.set 8 (i32.load offset=32 (local.get 0)))
    (local.set 13 (i64.extend_i32_s (local.get 2)))
    (local.set 14 (i64.extend_i32_s (local.get 3)))
    (local.set 15 (i64.extend_i32_s (local.get 4)))
    (local.set 16 (i64.mul (local.get 13) (local.get 15)))
    (local.set 17 (i64.mul (local.get 14) (local.get 15)))
    (local.set 18 (select (local.get 16) (local.get 17) (i64.lt_s (local.get 16) (local.get 17))))
    (local.set 19 (select (local.get 16) (local.get 17) (i64.gt_s (local.get 16) (local.get 17))))
    (local.set 20 (i64.add (i64.extend_i32_s (local.get 4)) (i64.const -1)))
    (i32.and
      (i32.and
        (i32.and
          (i32.and
            (i32.and
              (i64.ge_s (local.get 18) (i64.const 0))
              (i64.ge_s
                (i64.add
                  (i64.add
                    (i64.add (i64.const -1) (i64.extend_i32_s (local.get 6)))
                    (i64.mul (local.get 19) (i64.const -1)))
                  (i64.mul (local.get 20) (i64.const -1)))
                (i64.const 0)))
            (i64.ge_s
              (i64.add
                (i64.add
                  (i64.add (i64.const -1) (i64.extend_i32_s (local.get 8)))
                  (i64.mul (local.get 19) (i64.const -1)))
                (i64.mul (local.get 20) (i64.const -1)))
              (i64.const 0)))
          (i64.le_u (i64.add (local.get 16) (i64.const 1099511627776)) (i64.const 2199023255552)))
        (i64.le_u (i64.add (local.get 17) (i64.const 1099511627776)) (i64.const 2199023255552)))
      (i64.le_u
        (i64.add (i64.add (local.get 20) (i64.const 1)) (i64.const 2147483648))
        (i64.const 4294967295))))
  (func (;4;) (; fast ;) (type 3) (param i32 i32 i32 i32 i32)
    (local i32 i32 i32 i32 i32 i32 f32 i32 i32 v128 v128 i32 i32 i32 i32 i32 i64 i64 i64 i64 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 i32 i32 i32 i32)
    (local.set 13 (i32.load (local.get 0)))
    (local.set 5 (i32.load offset=16 (local.get 0)))
    (local.set 6 (i32.load offset=20 (local.get 0)))
    (local.set 7 (i32.load offset=24 (local.get 0)))
    (local.set 8 (i32.load offset=28 (local.get 0)))
    (local.set 9 (i32.load offset=32 (local.get 0)))
    (local.set 21 (i64.extend_i32_u (local.get 8)))
    (local.set 22 (i64.add (local.get 21) (i64.mul (i64.extend_i32_u (local.get 9)) (i64.const 4))))
    (local.set 23 (i64.extend_i32_u (local.get 6)))
    (local.set 24 (i64.add (local.get 23) (i64.mul (i64.extend_i32_u (local.get 7)) (i64.const 4))))
    (local.set 20
      (i32.or (i64.le_u (local.get 22) (local.get 23)) (i64.le_u (local.get 24) (local.get 21))))
    (if
      (i32.eqz (memory.size))
      (then
        (local.set 20 (i32.const 0))))
    (loop $2
      (block $1
        (local.set 10 (local.get 2))
        (local.set 14 (v128.const i8x16 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0))
        (local.set 15 (v128.const i8x16 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0))
        (local.set 12 (i32.const 0))
        (local.set 16 (i32.mul (local.get 10) (local.get 5)))
        (local.set 17
          (i32.add
            (local.get 6)
            (i32.add
              (i32.add (i32.const 0) (i32.mul (i32.mul (local.get 2) (local.get 5)) (i32.const 4)))
              (i32.mul (local.get 12) (i32.const 4)))))
        (local.set 18
          (i32.add
            (local.get 8)
            (i32.add
              (i32.add (i32.const 0) (i32.mul (i32.mul (local.get 2) (local.get 5)) (i32.const 4)))
              (i32.mul (local.get 12) (i32.const 4)))))
        (block $3
          (block $5
            (br_if $5
              (i32.eqz
                (i32.and
                  (i32.and (i32.ge_s (local.get 5) (i32.const -2147483645)) (local.get 20))
                  (i32.gt_u (i32.add (local.get 5) (i32.const 3)) (i32.const 6)))))
            (local.set 19 (i32.sub (local.get 5) (i32.const 3)))
            (local.set 25
              (i32.add
                (local.get 6)
                (i32.add
                  (i32.add
                    (i32.const 0)
                    (i32.mul (i32.mul (local.get 2) (local.get 5)) (i32.const 4)))
                  (i32.mul (local.get 12) (i32.const 4)))))
            (local.set 26 (i32.mul (local.get 5) (i32.const 4)))
            (local.set 27
              (i32.add
                (local.get 8)
                (i32.add
                  (i32.add
                    (i32.const 0)
                    (i32.mul (i32.mul (local.get 2) (local.get 5)) (i32.const 4)))
                  (i32.mul (local.get 12) (i32.const 4)))))
            (local.set 28 (i32.mul (local.get 5) (i32.const 4)))
            (loop $6
              (br_if $5 (i32.eqz (i32.lt_s (local.get 12) (local.get 19))))
              (local.set 29 (local.get 25))
              (local.set 30 (local.get 29))
              (local.set 29 (i32.add (local.get 29) (local.get 26)))
              (local.set 31 (local.get 29))
              (local.set 29 (i32.add (local.get 29) (local.get 26)))
              (local.set 32 (local.get 29))
              (local.set 29 (i32.add (local.get 29) (local.get 26)))
              (local.set 33 (local.get 29))
              (local.set 29 (i32.add (local.get 29) (local.get 26)))
              (local.set 34 (local.get 29))
              (local.set 29 (i32.add (local.get 29) (local.get 26)))
              (local.set 35 (local.get 29))
              (local.set 29 (i32.add (local.get 29) (local.get 26)))
              (local.set 36 (local.get 29))
              (local.set 29 (i32.add (local.get 29) (local.get 26)))
              (local.set 37 (local.get 29))
              (local.set 38 (v128.load (local.get 30)))
              (local.set 39 (v128.load (local.get 31)))
              (local.set 40 (v128.load (local.get 32)))
              (local.set 41 (v128.load (local.get 33)))
              (local.set 42 (v128.load (local.get 34)))
              (local.set 43 (v128.load (local.get 35)))
              (local.set 44 (v128.load (local.get 36)))
              (local.set 45 (v128.load (local.get 37)))
              (local.set 46
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
                  (local.get 38)
                  (local.get 39)))
              (local.set 47
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
                  (local.get 40)
                  (local.get 41)))
              (local.set 48
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
                  (local.get 42)
                  (local.get 43)))
              (local.set 49
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
                  (local.get 44)
                  (local.get 45)))
              (local.set 50
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                  (local.get 38)
                  (local.get 39)))
              (local.set 51
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                  (local.get 40)
                  (local.get 41)))
              (local.set 52
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                  (local.get 42)
                  (local.get 43)))
              (local.set 53
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                  (local.get 44)
                  (local.get 45)))
              (local.set 54
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                  (local.get 46)
                  (local.get 47)))
              (local.set 55
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                  (local.get 48)
                  (local.get 49)))
              (local.set 56
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                  (local.get 46)
                  (local.get 47)))
              (local.set 57
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                  (local.get 48)
                  (local.get 49)))
              (local.set 58
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                  (local.get 50)
                  (local.get 51)))
              (local.set 59
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                  (local.get 52)
                  (local.get 53)))
              (local.set 60
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                  (local.get 50)
                  (local.get 51)))
              (local.set 61
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                  (local.get 52)
                  (local.get 53)))
              (block $7
                (local.set 53 (f32x4.add (local.get 14) (local.get 54)))
                (local.set 52 (f32x4.add (local.get 15) (local.get 55)))
                (local.set 14 (local.get 53))
                (local.set 15 (local.get 52))
                (local.set 62 (local.get 14))
                (local.set 63 (local.get 15)))
              (local.set 12 (i32.add (local.get 12) (i32.const 1)))
              (local.set 17 (i32.add (local.get 17) (i32.const 4)))
              (local.set 18 (i32.add (local.get 18) (i32.const 4)))
              (block $8
                (local.set 52 (f32x4.add (local.get 14) (local.get 56)))
                (local.set 53 (f32x4.add (local.get 15) (local.get 57)))
                (local.set 14 (local.get 52))
                (local.set 15 (local.get 53))
                (local.set 64 (local.get 14))
                (local.set 65 (local.get 15)))
              (local.set 12 (i32.add (local.get 12) (i32.const 1)))
              (local.set 17 (i32.add (local.get 17) (i32.const 4)))
              (local.set 18 (i32.add (local.get 18) (i32.const 4)))
              (block $9
                (local.set 53 (f32x4.add (local.get 14) (local.get 58)))
                (local.set 52 (f32x4.add (local.get 15) (local.get 59)))
                (local.set 14 (local.get 53))
                (local.set 15 (local.get 52))
                (local.set 66 (local.get 14))
                (local.set 67 (local.get 15)))
              (local.set 12 (i32.add (local.get 12) (i32.const 1)))
              (local.set 17 (i32.add (local.get 17) (i32.const 4)))
              (local.set 18 (i32.add (local.get 18) (i32.const 4)))
              (block $10
                (local.set 52 (f32x4.add (local.get 14) (local.get 60)))
                (local.set 53 (f32x4.add (local.get 15) (local.get 61)))
                (local.set 14 (local.get 52))
                (local.set 15 (local.get 53))
                (local.set 68 (local.get 14))
                (local.set 69 (local.get 15)))
              (local.set 12 (i32.add (local.get 12) (i32.const 1)))
              (local.set 17 (i32.add (local.get 17) (i32.const 4)))
              (local.set 18 (i32.add (local.get 18) (i32.const 4)))
              (local.set 70 (local.get 27))
              (local.set 53
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
                  (local.get 62)
                  (local.get 64)))
              (local.set 52
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
                  (local.get 66)
                  (local.get 68)))
              (local.set 51
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
                  (local.get 63)
                  (local.get 65)))
              (local.set 50
                (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23
                  (local.get 67)
                  (local.get 69)))
              (local.set 49
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                  (local.get 62)
                  (local.get 64)))
              (local.set 48
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                  (local.get 66)
                  (local.get 68)))
              (local.set 47
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                  (local.get 63)
                  (local.get 65)))
              (local.set 46
                (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31
                  (local.get 67)
                  (local.get 69)))
              (local.set 37 (local.get 70))
              (v128.store
                (local.get 37)
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                  (local.get 53)
                  (local.get 52)))
              (local.set 70 (i32.add (local.get 70) (local.get 28)))
              (local.set 36 (local.get 70))
              (v128.store
                (local.get 36)
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                  (local.get 53)
                  (local.get 52)))
              (local.set 70 (i32.add (local.get 70) (local.get 28)))
              (local.set 35 (local.get 70))
              (v128.store
                (local.get 35)
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                  (local.get 49)
                  (local.get 48)))
              (local.set 70 (i32.add (local.get 70) (local.get 28)))
              (local.set 34 (local.get 70))
              (v128.store
                (local.get 34)
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                  (local.get 49)
                  (local.get 48)))
              (local.set 70 (i32.add (local.get 70) (local.get 28)))
              (local.set 33 (local.get 70))
              (v128.store
                (local.get 33)
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                  (local.get 51)
                  (local.get 50)))
              (local.set 70 (i32.add (local.get 70) (local.get 28)))
              (local.set 32 (local.get 70))
              (v128.store
                (local.get 32)
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                  (local.get 51)
                  (local.get 50)))
              (local.set 70 (i32.add (local.get 70) (local.get 28)))
              (local.set 31 (local.get 70))
              (v128.store
                (local.get 31)
                (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
                  (local.get 47)
                  (local.get 46)))
              (local.set 70 (i32.add (local.get 70) (local.get 28)))
              (local.set 30 (local.get 70))
              (v128.store
                (local.get 30)
                (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31
                  (local.get 47)
                  (local.get 46)))
              (local.set 25 (i32.add (local.get 25) (i32.const 16)))
              (local.set 27 (i32.add (local.get 27) (i32.const 16)))
              (br $6)))
          (br_if $3 (i32.eqz (i32.lt_s (local.get 12) (local.get 5))))
          (loop $4
            (block $11
              (local.set 30 (i32.shl (local.get 5) (i32.const 2)))
              (local.set 71 (local.get 17))
              (local.set 31 (local.get 71))
              (local.set 46 (v128.load32_zero (local.get 31)))
              (local.set 71 (i32.add (local.get 71) (local.get 30)))
              (local.set 32 (local.get 71))
              (local.set 47 (v128.load32_lane 1 (local.get 32) (local.get 46)))
              (local.set 71 (i32.add (local.get 71) (local.get 30)))
              (local.set 33 (local.get 71))
              (local.set 48 (v128.load32_lane 2 (local.get 33) (local.get 47)))
              (local.set 71 (i32.add (local.get 71) (local.get 30)))
              (local.set 34 (local.get 71))
              (local.set 49 (v128.load32_lane 3 (local.get 34) (local.get 48)))
              (local.set 71 (i32.add (local.get 71) (local.get 30)))
              (local.set 35 (local.get 71))
              (local.set 50 (v128.load32_zero (local.get 35)))
              (local.set 71 (i32.add (local.get 71) (local.get 30)))
              (local.set 36 (local.get 71))
              (local.set 51 (v128.load32_lane 1 (local.get 36) (local.get 50)))
              (local.set 71 (i32.add (local.get 71) (local.get 30)))
              (local.set 37 (local.get 71))
              (local.set 52 (v128.load32_lane 2 (local.get 37) (local.get 51)))
              (local.set 71 (i32.add (local.get 71) (local.get 30)))
              (local.set 72 (local.get 71))
              (local.set 53 (v128.load32_lane 3 (local.get 72) (local.get 52)))
              (local.set 45 (f32x4.add (local.get 14) (local.get 49)))
              (local.set 44 (f32x4.add (local.get 15) (local.get 53)))
              (local.set 14 (local.get 45))
              (local.set 15 (local.get 44))
              (local.set 72 (i32.shl (local.get 5) (i32.const 2)))
              (local.set 73 (local.get 18))
              (local.set 37 (local.get 73))
              (f32.store (local.get 37) (f32x4.extract_lane 0 (local.get 14)))
              (local.set 73 (i32.add (local.get 73) (local.get 72)))
              (local.set 36 (local.get 73))
              (f32.store (local.get 36) (f32x4.extract_lane 1 (local.get 14)))
              (local.set 73 (i32.add (local.get 73) (local.get 72)))
              (local.set 35 (local.get 73))
              (f32.store (local.get 35) (f32x4.extract_lane 2 (local.get 14)))
              (local.set 73 (i32.add (local.get 73) (local.get 72)))
              (local.set 34 (local.get 73))
              (f32.store (local.get 34) (f32x4.extract_lane 3 (local.get 14)))
              (local.set 73 (i32.add (local.get 73) (local.get 72)))
              (local.set 33 (local.get 73))
              (f32.store (local.get 33) (f32x4.extract_lane 0 (local.get 15)))
              (local.set 73 (i32.add (local.get 73) (local.get 72)))
              (local.set 32 (local.get 73))
              (f32.store (local.get 32) (f32x4.extract_lane 1 (local.get 15)))
              (local.set 73 (i32.add (local.get 73) (local.get 72)))
              (local.set 31 (local.get 73))
              (f32.store (local.get 31) (f32x4.extract_lane 2 (local.get 15)))
              (local.set 73 (i32.add (local.get 73) (local.get 72)))
              (local.set 30 (local.get 73))
              (f32.store (local.get 30) (f32x4.extract_lane 3 (local.get 15))))
            (local.set 12 (i32.add (local.get 12) (i32.const 1)))
            (local.set 17 (i32.add (local.get 17) (i32.const 4)))
            (local.set 18 (i32.add (local.get 18) (i32.const 4)))
            (br_if $4 (i32.lt_s (local.get 12) (local.get 5))))))
      (local.set 2 (i32.add (local.get 2) (i32.const 8)))
      (br_if $2 (i32.lt_s (local.get 2) (local.get 3)))))
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
  (func (;6;) (; safe ;) (type 3) (param i32 i32 i32 i32 i32)
    (local i32 i32 i32 i32 i32 i32 f32 i32 i32 v128 v128 v128 v128 v128 v128 v128 i32 i32 i32 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 v128 i32 i32 i32 i32 i32 i32 i32 i32 i32 i32)
    (local.set 13 (i32.load (local.get 0)))
    (local.set 5 (i32.load offset=16 (local.get 0)))
    (local.set 6 (i32.load offset=20 (local.get 0)))
    (local.set 7 (i32.load offset=24 (local.get 0)))
    (local.set 8 (i32.load offset=28 (local.get 0)))
    (local.set 9 (i32.load offset=32 (local.get 0)))
    (local.set 19 (v128.const i8x16 0 0 0 0 1 0 0 0 2 0 0 0 3 0 0 0))
    (local.set 20 (v128.const i8x16 4 0 0 0 5 0 0 0 6 0 0 0 7 0 0 0))
    (block $1
      (local.set 18 (i32x4.splat (i32.sub (local.get 3) (local.get 2))))
      (local.set 16 (i32x4.lt_s (local.get 19) (local.get 18)))
      (local.set 17 (i32x4.lt_s (local.get 20) (local.get 18)))
      (local.set 10 (local.get 2))
      (local.set 14 (v128.const i8x16 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0))
      (local.set 15 (v128.const i8x16 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0))
      (local.set 12 (i32.const 0))
      (local.set 21 (i32.mul (local.get 10) (local.get 5)))
      (block $2
        (br_if $2 (i32.eqz (i32.lt_s (local.get 12) (local.get 5))))
        (loop $3
          (block $4
            (local.set 22 (i32.shl (local.get 5) (i32.const 2)))
            (local.set 23 (i32.add (local.get 21) (local.get 12)))
            (local.set 24 (i32x4.splat (local.get 23)))
            (local.set 25 (i32x4.splat (local.get 5)))
            (local.set 26 (i32x4.add (local.get 24) (i32x4.mul (local.get 25) (local.get 19))))
            (local.set 27 (i32x4.add (local.get 24) (i32x4.mul (local.get 25) (local.get 20))))
            (local.set 28 (i32x4.splat (local.get 7)))
            (local.set 29 (v128.and (i32x4.ge_u (local.get 26) (local.get 28)) (local.get 16)))
            (local.set 30 (v128.and (i32x4.ge_u (local.get 27) (local.get 28)) (local.get 17)))
            (if
              (v128.any_true (v128.or (local.get 29) (local.get 30)))
              (then
                (call 5
                  (local.get 1)
                  (i32.const 0)
                  (i32.add (local.get 2) (i32.const 0))
                  (local.get 26)
                  (local.get 29)
                  (i64.extend_i32_u (local.get 7))
                  (i32.const 1))
                (call 5
                  (local.get 1)
                  (i32.const 0)
                  (i32.add (local.get 2) (i32.const 4))
                  (local.get 27)
                  (local.get 30)
                  (i64.extend_i32_u (local.get 7))
                  (i32.const 1))
                (unreachable)))
            (local.set 31
              (i32x4.splat (i32.add (local.get 6) (i32.shl (local.get 23) (i32.const 2)))))
            (local.set 32 (i32x4.splat (local.get 22)))
            (local.set 33 (i32x4.splat (local.get 1)))
            (local.set 34
              (v128.bitselect
                (i32x4.add (local.get 31) (i32x4.mul (local.get 32) (local.get 19)))
                (local.get 33)
                (local.get 16)))
            (local.set 35
              (v128.bitselect
                (i32x4.add (local.get 31) (i32x4.mul (local.get 32) (local.get 20)))
                (local.get 33)
                (local.get 17)))
            (local.set 36 (v128.load32_zero (i32x4.extract_lane 0 (local.get 34))))
            (local.set 37 (v128.load32_lane 1 (i32x4.extract_lane 1 (local.get 34)) (local.get 36)))
            (local.set 38 (v128.load32_lane 2 (i32x4.extract_lane 2 (local.get 34)) (local.get 37)))
            (local.set 39 (v128.load32_lane 3 (i32x4.extract_lane 3 (local.get 34)) (local.get 38)))
            (local.set 40 (v128.load32_zero (i32x4.extract_lane 0 (local.get 35))))
            (local.set 41 (v128.load32_lane 1 (i32x4.extract_lane 1 (local.get 35)) (local.get 40)))
            (local.set 42 (v128.load32_lane 2 (i32x4.extract_lane 2 (local.get 35)) (local.get 41)))
            (local.set 43 (v128.load32_lane 3 (i32x4.extract_lane 3 (local.get 35)) (local.get 42)))
            (local.set 44 (f32x4.add (local.get 14) (local.get 39)))
            (local.set 45 (f32x4.add (local.get 15) (local.get 43)))
            (local.set 14 (local.get 44))
            (local.set 15 (local.get 45))
            (local.set 23 (i32.shl (local.get 5) (i32.const 2)))
            (local.set 22 (i32.add (local.get 21) (local.get 12)))
            (local.set 45 (i32x4.splat (local.get 22)))
            (local.set 44 (i32x4.splat (local.get 5)))
            (local.set 43 (i32x4.add (local.get 45) (i32x4.mul (local.get 44) (local.get 19))))
            (local.set 42 (i32x4.add (local.get 45) (i32x4.mul (local.get 44) (local.get 20))))
            (local.set 41 (i32x4.splat (local.get 9)))
            (local.set 40 (v128.and (i32x4.ge_u (local.get 43) (local.get 41)) (local.get 16)))
            (local.set 39 (v128.and (i32x4.ge_u (local.get 42) (local.get 41)) (local.get 17)))
            (if
              (v128.any_true (v128.or (local.get 40) (local.get 39)))
              (then
                (call 5
                  (local.get 1)
                  (i32.const 1)
                  (i32.add (local.get 2) (i32.const 0))
                  (local.get 43)
                  (local.get 40)
                  (i64.extend_i32_u (local.get 9))
                  (i32.const 1))
                (call 5
                  (local.get 1)
                  (i32.const 1)
                  (i32.add (local.get 2) (i32.const 4))
                  (local.get 42)
                  (local.get 39)
                  (i64.extend_i32_u (local.get 9))
                  (i32.const 1))
                (unreachable)))
            (local.set 46 (i32.add (local.get 8) (i32.shl (local.get 22) (i32.const 2))))
            (local.set 47 (local.get 46))
            (local.set 48 (local.get 47))
            (if
              (i32.and (i32x4.extract_lane 0 (local.get 16)) (i32.const 1))
              (then
                (f32.store (local.get 48) (f32x4.extract_lane 0 (local.get 14)))))
            (local.set 47 (i32.add (local.get 47) (local.get 23)))
            (local.set 49 (local.get 47))
            (if
              (i32.and (i32x4.extract_lane 1 (local.get 16)) (i32.const 1))
              (then
                (f32.store (local.get 49) (f32x4.extract_lane 1 (local.get 14)))))
            (local.set 47 (i32.add (local.get 47) (local.get 23)))
            (local.set 50 (local.get 47))
            (if
              (i32.and (i32x4.extract_lane 2 (local.get 16)) (i32.const 1))
              (then
                (f32.store (local.get 50) (f32x4.extract_lane 2 (local.get 14)))))
            (local.set 47 (i32.add (local.get 47) (local.get 23)))
            (local.set 51 (local.get 47))
            (if
              (i32.and (i32x4.extract_lane 3 (local.get 16)) (i32.const 1))
              (then
                (f32.store (local.get 51) (f32x4.extract_lane 3 (local.get 14)))))
            (local.set 47 (i32.add (local.get 47) (local.get 23)))
            (local.set 52 (local.get 47))
            (if
              (i32.and (i32x4.extract_lane 0 (local.get 17)) (i32.const 1))
              (then
                (f32.store (local.get 52) (f32x4.extract_lane 0 (local.get 15)))))
            (local.set 47 (i32.add (local.get 47) (local.get 23)))
            (local.set 53 (local.get 47))
            (if
              (i32.and (i32x4.extract_lane 1 (local.get 17)) (i32.const 1))
              (then
                (f32.store (local.get 53) (f32x4.extract_lane 1 (local.get 15)))))
            (local.set 47 (i32.add (local.get 47) (local.get 23)))
            (local.set 54 (local.get 47))
            (if
              (i32.and (i32x4.extract_lane 2 (local.get 17)) (i32.const 1))
              (then
                (f32.store (local.get 54) (f32x4.extract_lane 2 (local.get 15)))))
            (local.set 47 (i32.add (local.get 47) (local.get 23)))
            (local.set 55 (local.get 47))
            (if
              (i32.and (i32x4.extract_lane 3 (local.get 17)) (i32.const 1))
              (then
                (f32.store (local.get 55) (f32x4.extract_lane 3 (local.get 15))))))
          (local.set 12 (i32.add (local.get 12) (i32.const 1)))
          (br_if $3 (i32.lt_s (local.get 12) (local.get 5)))))))
  (export "run" (func 0)))
