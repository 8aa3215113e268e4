// product
fn run(v0_n: i32, v1_a: vec2<u32>, v2_b: vec2<u32>, v3_c: vec2<u32>) {
  let v1_a_words = v1_a.x >> 2u;
  let v2_b_words = v2_b.x >> 2u;
  let v3_c_words = v3_c.x >> 2u;
  var v4_y: i32;
  var v5_x: i32;
  var v6_sum: f32;
  var v7_k: i32;
  v4_y = index0;
  v5_x = index1;
  v6_sum = 0.0f;
  v7_k = i32(0);
  loop {
    if (!((v7_k < v0_n) && bitcast<u32>(v0_n) - bitcast<u32>(v7_k) > 7u)) { break; }
    v6_sum = (v6_sum + (bitcast<f32>(heap_at((v1_a_words + u32(((v4_y * v0_n) + v7_k))))) * bitcast<f32>(heap_at((v2_b_words + u32(((v7_k * v0_n) + v5_x)))))));
    v7_k = (v7_k + i32(1));
    v6_sum = (v6_sum + (bitcast<f32>(heap_at((v1_a_words + u32(((v4_y * v0_n) + v7_k))))) * bitcast<f32>(heap_at((v2_b_words + u32(((v7_k * v0_n) + v5_x)))))));
    v7_k = (v7_k + i32(1));
    v6_sum = (v6_sum + (bitcast<f32>(heap_at((v1_a_words + u32(((v4_y * v0_n) + v7_k))))) * bitcast<f32>(heap_at((v2_b_words + u32(((v7_k * v0_n) + v5_x)))))));
    v7_k = (v7_k + i32(1));
    v6_sum = (v6_sum + (bitcast<f32>(heap_at((v1_a_words + u32(((v4_y * v0_n) + v7_k))))) * bitcast<f32>(heap_at((v2_b_words + u32(((v7_k * v0_n) + v5_x)))))));
    v7_k = (v7_k + i32(1));
    v6_sum = (v6_sum + (bitcast<f32>(heap_at((v1_a_words + u32(((v4_y * v0_n) + v7_k))))) * bitcast<f32>(heap_at((v2_b_words + u32(((v7_k * v0_n) + v5_x)))))));
    v7_k = (v7_k + i32(1));
    v6_sum = (v6_sum + (bitcast<f32>(heap_at((v1_a_words + u32(((v4_y * v0_n) + v7_k))))) * bitcast<f32>(heap_at((v2_b_words + u32(((v7_k * v0_n) + v5_x)))))));
    v7_k = (v7_k + i32(1));
    v6_sum = (v6_sum + (bitcast<f32>(heap_at((v1_a_words + u32(((v4_y * v0_n) + v7_k))))) * bitcast<f32>(heap_at((v2_b_words + u32(((v7_k * v0_n) + v5_x)))))));
    v7_k = (v7_k + i32(1));
    v6_sum = (v6_sum + (bitcast<f32>(heap_at((v1_a_words + u32(((v4_y * v0_n) + v7_k))))) * bitcast<f32>(heap_at((v2_b_words + u32(((v7_k * v0_n) + v5_x)))))));
    continuing {
      v7_k = (v7_k + i32(1));
    }
  }
  loop {
    if (!((v7_k < v0_n))) { break; }
    v6_sum = (v6_sum + (bitcast<f32>(heap_at((v1_a_words + u32(((v4_y * v0_n) + v7_k))))) * bitcast<f32>(heap_at((v2_b_words + u32(((v7_k * v0_n) + v5_x)))))));
    continuing {
      v7_k = (v7_k + i32(1));
    }
  }
  set_heap((v3_c_words + u32(((v4_y * v0_n) + v5_x))), bitcast<u32>(v6_sum));
}

// blur
fn run(v0_from: vec2<u32>, v1_width: i32, v2_to: vec2<u32>) {
  let v0_from_words = v0_from.x >> 2u;
  let v2_to_words = v2_to.x >> 2u;
  var v3_y: i32;
  var v4_x: i32;
  var v5_sum: i32;
  var v6_dy: i32;
  var v7_dx: i32;
  v3_y = index0;
  v4_x = index1;
  v5_sum = i32(0);
  v6_dy = i32(0);
  v7_dx = i32(0);
  let near0_at = (v0_from.x + u32((((bitcast<i32>((bitcast<u32>(v3_y) + bitcast<u32>(v6_dy))) * v1_width) + v4_x) + v7_dx)));
  let near0_by = (near0_at & 3u) * 8u;
  let near0_word0 = heap_at((near0_at >> 2u) + 0u);
  let near0_word1 = heap_at((near0_at >> 2u) + 1u);
  let near0_0 = (near0_word0 >> near0_by) | ((near0_word1 << 1u) << (31u - near0_by));
  let near0_1 = near0_word1 >> near0_by;
  v5_sum = (v5_sum + i32(extractBits(near0_0, 0u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v5_sum = (v5_sum + i32(extractBits(near0_0, 8u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v5_sum = (v5_sum + i32(extractBits(near0_0, 16u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v5_sum = (v5_sum + i32(extractBits(near0_0, 24u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v5_sum = (v5_sum + i32(extractBits(near0_1, 0u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v6_dy = (v6_dy + i32(1));
  v7_dx = i32(0);
  let near1_at = (v0_from.x + u32((((bitcast<i32>((bitcast<u32>(v3_y) + bitcast<u32>(v6_dy))) * v1_width) + v4_x) + v7_dx)));
  let near1_by = (near1_at & 3u) * 8u;
  let near1_word0 = heap_at((near1_at >> 2u) + 0u);
  let near1_word1 = heap_at((near1_at >> 2u) + 1u);
  let near1_0 = (near1_word0 >> near1_by) | ((near1_word1 << 1u) << (31u - near1_by));
  let near1_1 = near1_word1 >> near1_by;
  v5_sum = (v5_sum + i32(extractBits(near1_0, 0u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v5_sum = (v5_sum + i32(extractBits(near1_0, 8u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v5_sum = (v5_sum + i32(extractBits(near1_0, 16u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v5_sum = (v5_sum + i32(extractBits(near1_0, 24u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v5_sum = (v5_sum + i32(extractBits(near1_1, 0u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v6_dy = (v6_dy + i32(1));
  v7_dx = i32(0);
  let near2_at = (v0_from.x + u32((((bitcast<i32>((bitcast<u32>(v3_y) + bitcast<u32>(v6_dy))) * v1_width) + v4_x) + v7_dx)));
  let near2_by = (near2_at & 3u) * 8u;
  let near2_word0 = heap_at((near2_at >> 2u) + 0u);
  let near2_word1 = heap_at((near2_at >> 2u) + 1u);
  let near2_0 = (near2_word0 >> near2_by) | ((near2_word1 << 1u) << (31u - near2_by));
  let near2_1 = near2_word1 >> near2_by;
  v5_sum = (v5_sum + i32(extractBits(near2_0, 0u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v5_sum = (v5_sum + i32(extractBits(near2_0, 8u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v5_sum = (v5_sum + i32(extractBits(near2_0, 16u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v5_sum = (v5_sum + i32(extractBits(near2_0, 24u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v5_sum = (v5_sum + i32(extractBits(near2_1, 0u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v6_dy = (v6_dy + i32(1));
  v7_dx = i32(0);
  let near3_at = (v0_from.x + u32((((bitcast<i32>((bitcast<u32>(v3_y) + bitcast<u32>(v6_dy))) * v1_width) + v4_x) + v7_dx)));
  let near3_by = (near3_at & 3u) * 8u;
  let near3_word0 = heap_at((near3_at >> 2u) + 0u);
  let near3_word1 = heap_at((near3_at >> 2u) + 1u);
  let near3_0 = (near3_word0 >> near3_by) | ((near3_word1 << 1u) << (31u - near3_by));
  let near3_1 = near3_word1 >> near3_by;
  v5_sum = (v5_sum + i32(extractBits(near3_0, 0u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v5_sum = (v5_sum + i32(extractBits(near3_0, 8u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v5_sum = (v5_sum + i32(extractBits(near3_0, 16u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v5_sum = (v5_sum + i32(extractBits(near3_0, 24u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v5_sum = (v5_sum + i32(extractBits(near3_1, 0u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v6_dy = (v6_dy + i32(1));
  v7_dx = i32(0);
  let near4_at = (v0_from.x + u32((((bitcast<i32>((bitcast<u32>(v3_y) + bitcast<u32>(v6_dy))) * v1_width) + v4_x) + v7_dx)));
  let near4_by = (near4_at & 3u) * 8u;
  let near4_word0 = heap_at((near4_at >> 2u) + 0u);
  let near4_word1 = heap_at((near4_at >> 2u) + 1u);
  let near4_0 = (near4_word0 >> near4_by) | ((near4_word1 << 1u) << (31u - near4_by));
  let near4_1 = near4_word1 >> near4_by;
  v5_sum = (v5_sum + i32(extractBits(near4_0, 0u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v5_sum = (v5_sum + i32(extractBits(near4_0, 8u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v5_sum = (v5_sum + i32(extractBits(near4_0, 16u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v5_sum = (v5_sum + i32(extractBits(near4_0, 24u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v5_sum = (v5_sum + i32(extractBits(near4_1, 0u, 8u)));
  v7_dx = (v7_dx + i32(1));
  v6_dy = (v6_dy + i32(1));
  set_own_heap_part((v2_to.x + u32((((bitcast<i32>((bitcast<u32>(v3_y) + 2u)) * v1_width) + v4_x) + i32(2)))), 8u, bitcast<u32>(i32_div(v5_sum, i32(25))));
}

// neighbours
fn run(v0_n: i32, v1_from: vec2<u32>, v2_to: vec2<u32>) {
  let v1_from_words = v1_from.x >> 2u;
  let v2_to_words = v2_to.x >> 2u;
  var v3_i: i32;
  var v4_most: i32;
  var v5_k: i32;
  v3_i = index0;
  v4_most = i32(-128);
  v5_k = i32(0);
  loop {
    if (!((v5_k < v0_n) && bitcast<u32>(v0_n) - bitcast<u32>(v5_k) > 7u)) { break; }
    let near0_at = (v1_from.x + u32(bitcast<i32>((bitcast<u32>(v3_i) + bitcast<u32>(v5_k)))));
    let near0_by = (near0_at & 3u) * 8u;
    let near0_word0 = heap_at((near0_at >> 2u) + 0u);
    let near0_word1 = heap_at((near0_at >> 2u) + 1u);
    let near0_word2 = heap_at((near0_at >> 2u) + 2u);
    let near0_0 = (near0_word0 >> near0_by) | ((near0_word1 << 1u) << (31u - near0_by));
    let near0_1 = (near0_word1 >> near0_by) | ((near0_word2 << 1u) << (31u - near0_by));
    v4_most = max(v4_most, extractBits(bitcast<i32>(extractBits(near0_0, 0u, 8u)), 0u, 8u));
    v5_k = (v5_k + i32(1));
    v4_most = max(v4_most, extractBits(bitcast<i32>(extractBits(near0_0, 8u, 8u)), 0u, 8u));
    v5_k = (v5_k + i32(1));
    v4_most = max(v4_most, extractBits(bitcast<i32>(extractBits(near0_0, 16u, 8u)), 0u, 8u));
    v5_k = (v5_k + i32(1));
    v4_most = max(v4_most, extractBits(bitcast<i32>(extractBits(near0_0, 24u, 8u)), 0u, 8u));
    v5_k = (v5_k + i32(1));
    v4_most = max(v4_most, extractBits(bitcast<i32>(extractBits(near0_1, 0u, 8u)), 0u, 8u));
    v5_k = (v5_k + i32(1));
    v4_most = max(v4_most, extractBits(bitcast<i32>(extractBits(near0_1, 8u, 8u)), 0u, 8u));
    v5_k = (v5_k + i32(1));
    v4_most = max(v4_most, extractBits(bitcast<i32>(extractBits(near0_1, 16u, 8u)), 0u, 8u));
    v5_k = (v5_k + i32(1));
    v4_most = max(v4_most, extractBits(bitcast<i32>(extractBits(near0_1, 24u, 8u)), 0u, 8u));
    continuing {
      v5_k = (v5_k + i32(1));
    }
  }
  loop {
    if (!((v5_k < v0_n))) { break; }
    v4_most = max(v4_most, extractBits(bitcast<i32>(heap_part((v1_from.x + u32(bitcast<i32>((bitcast<u32>(v3_i) + bitcast<u32>(v5_k))))), 8u)), 0u, 8u));
    continuing {
      v5_k = (v5_k + i32(1));
    }
  }
  set_heap((v2_to_words + u32(v3_i)), bitcast<u32>(v4_most));
}

// halves
fn run(v0_n: i32, v1_from: vec2<u32>, v2_to: vec2<u32>) {
  let v1_from_words = v1_from.x >> 2u;
  let v2_to_words = v2_to.x >> 2u;
  var v3_i: i32;
  var v4_sum: i32;
  var v5_k: i32;
  v3_i = index0;
  v4_sum = i32(0);
  v5_k = i32(2);
  loop {
    if (!((v5_k <= v0_n) && bitcast<u32>(v0_n) - bitcast<u32>(v5_k) >= 14u)) { break; }
    if ((extractBits(bitcast<i32>(heap_part((v1_from.x + u32((v3_i + v5_k)) * 2u), 16u)), 0u, 16u) > i32(0))) {
      v4_sum = (v4_sum + i32(1));
    }
    v5_k = (v5_k + i32(2));
    if ((extractBits(bitcast<i32>(heap_part((v1_from.x + u32((v3_i + v5_k)) * 2u), 16u)), 0u, 16u) > i32(0))) {
      v4_sum = (v4_sum + i32(1));
    }
    v5_k = (v5_k + i32(2));
    if ((extractBits(bitcast<i32>(heap_part((v1_from.x + u32((v3_i + v5_k)) * 2u), 16u)), 0u, 16u) > i32(0))) {
      v4_sum = (v4_sum + i32(1));
    }
    v5_k = (v5_k + i32(2));
    if ((extractBits(bitcast<i32>(heap_part((v1_from.x + u32((v3_i + v5_k)) * 2u), 16u)), 0u, 16u) > i32(0))) {
      v4_sum = (v4_sum + i32(1));
    }
    v5_k = (v5_k + i32(2));
    if ((extractBits(bitcast<i32>(heap_part((v1_from.x + u32((v3_i + v5_k)) * 2u), 16u)), 0u, 16u) > i32(0))) {
      v4_sum = (v4_sum + i32(1));
    }
    v5_k = (v5_k + i32(2));
    if ((extractBits(bitcast<i32>(heap_part((v1_from.x + u32((v3_i + v5_k)) * 2u), 16u)), 0u, 16u) > i32(0))) {
      v4_sum = (v4_sum + i32(1));
    }
    v5_k = (v5_k + i32(2));
    if ((extractBits(bitcast<i32>(heap_part((v1_from.x + u32((v3_i + v5_k)) * 2u), 16u)), 0u, 16u) > i32(0))) {
      v4_sum = (v4_sum + i32(1));
    }
    v5_k = (v5_k + i32(2));
    if ((extractBits(bitcast<i32>(heap_part((v1_from.x + u32((v3_i + v5_k)) * 2u), 16u)), 0u, 16u) > i32(0))) {
      v4_sum = (v4_sum + i32(1));
    }
    continuing {
      v5_k = (v5_k + i32(2));
    }
  }
  loop {
    if (!((v5_k <= v0_n))) { break; }
    if ((extractBits(bitcast<i32>(heap_part((v1_from.x + u32((v3_i + v5_k)) * 2u), 16u)), 0u, 16u) > i32(0))) {
      v4_sum = (v4_sum + i32(1));
    }
    continuing {
      v5_k = (v5_k + i32(2));
    }
  }
  set_heap((v2_to_words + u32(v3_i)), bitcast<u32>(v4_sum));
}

// total
fn run(v0_a: vec2<u32>, v1_sum: vec2<u32>, v2_progress: vec2<u32>, v3_outer: i32, v4_middle: i32, v5_inner: i32, v6_segment: i32, v7_perBlock: i32) {
  let v0_a_words = v0_a.x >> 2u;
  let v1_sum_words = v1_sum.x >> 2u;
  let v2_progress_words = v2_progress.x >> 2u;
  var v8_i: i32;
  var v9_block: i32;
  var v10_sum_combined: f32;
  var v11_first: i32;
  var v12_rows: i32;
  var v13_start: i32;
  var v14_length: i32;
  var v15_rounds: i32;
  var v16_done: i32;
  var v17_row: i32;
  var v18_outer: i32;
  var v19_middle: i32;
  var v20_round: i32;
  var v21_index: i32;
  var v22_index: i32;
  var v23_i: i32;
  var v24_index: i32;
  var v25_index: i32;
  var v26_i: i32;
  var v27_index: i32;
  var v28_index: i32;
  var v29_i: i32;
  var v30_index: i32;
  var v31_index: i32;
  var v32_i: i32;
  var v33_round: i32;
  var v34_index: i32;
  var v35_index: i32;
  var v36_index: i32;
  var v37_i: i32;
  v9_block = ((index0 * size1) + index1);
  v10_sum_combined = 0.0f;
  v11_first = (index0 * v7_perBlock);
  v12_rows = min(v7_perBlock, ((v3_outer * v4_middle) - v11_first));
  v13_start = (index1 * v6_segment);
  v14_length = min(v6_segment, (v5_inner - v13_start));
  v15_rounds = (v14_length >> (u32(i32(4)) & 31u));
  v16_done = i32(0);
  loop {
    if (!((v16_done < v12_rows))) { break; }
    v17_row = (v11_first + v16_done);
    v18_outer = i32_div(v17_row, v4_middle);
    v19_middle = (v17_row - (v18_outer * v4_middle));
    v20_round = i32(0);
    loop {
      if (!((v20_round < (v15_rounds - i32(3))) && bitcast<u32>((v15_rounds - i32(3))) - bitcast<u32>(v20_round) > 12u)) { break; }
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + (v20_round * i32(16)))));
      v22_index = ((v13_start + (v20_round * i32(16))) + index2);
      v23_i = v22_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v23_i)))));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + ((v20_round + i32(1)) * i32(16)))));
      v25_index = ((v13_start + ((v20_round + i32(1)) * i32(16))) + index2);
      v26_i = v25_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v26_i)))));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + ((v20_round + i32(2)) * i32(16)))));
      v28_index = ((v13_start + ((v20_round + i32(2)) * i32(16))) + index2);
      v29_i = v28_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v29_i)))));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + ((v20_round + i32(3)) * i32(16)))));
      v31_index = ((v13_start + ((v20_round + i32(3)) * i32(16))) + index2);
      v32_i = v31_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v32_i)))));
      v20_round = (v20_round + i32(4));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + (v20_round * i32(16)))));
      v22_index = ((v13_start + (v20_round * i32(16))) + index2);
      v23_i = v22_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v23_i)))));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + ((v20_round + i32(1)) * i32(16)))));
      v25_index = ((v13_start + ((v20_round + i32(1)) * i32(16))) + index2);
      v26_i = v25_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v26_i)))));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + ((v20_round + i32(2)) * i32(16)))));
      v28_index = ((v13_start + ((v20_round + i32(2)) * i32(16))) + index2);
      v29_i = v28_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v29_i)))));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + ((v20_round + i32(3)) * i32(16)))));
      v31_index = ((v13_start + ((v20_round + i32(3)) * i32(16))) + index2);
      v32_i = v31_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v32_i)))));
      v20_round = (v20_round + i32(4));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + (v20_round * i32(16)))));
      v22_index = ((v13_start + (v20_round * i32(16))) + index2);
      v23_i = v22_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v23_i)))));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + ((v20_round + i32(1)) * i32(16)))));
      v25_index = ((v13_start + ((v20_round + i32(1)) * i32(16))) + index2);
      v26_i = v25_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v26_i)))));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + ((v20_round + i32(2)) * i32(16)))));
      v28_index = ((v13_start + ((v20_round + i32(2)) * i32(16))) + index2);
      v29_i = v28_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v29_i)))));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + ((v20_round + i32(3)) * i32(16)))));
      v31_index = ((v13_start + ((v20_round + i32(3)) * i32(16))) + index2);
      v32_i = v31_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v32_i)))));
      v20_round = (v20_round + i32(4));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + (v20_round * i32(16)))));
      v22_index = ((v13_start + (v20_round * i32(16))) + index2);
      v23_i = v22_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v23_i)))));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + ((v20_round + i32(1)) * i32(16)))));
      v25_index = ((v13_start + ((v20_round + i32(1)) * i32(16))) + index2);
      v26_i = v25_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v26_i)))));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + ((v20_round + i32(2)) * i32(16)))));
      v28_index = ((v13_start + ((v20_round + i32(2)) * i32(16))) + index2);
      v29_i = v28_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v29_i)))));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + ((v20_round + i32(3)) * i32(16)))));
      v31_index = ((v13_start + ((v20_round + i32(3)) * i32(16))) + index2);
      v32_i = v31_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v32_i)))));
      continuing {
        v20_round = (v20_round + i32(4));
      }
    }
    loop {
      if (!((v20_round < (v15_rounds - i32(3))))) { break; }
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + (v20_round * i32(16)))));
      v22_index = ((v13_start + (v20_round * i32(16))) + index2);
      v23_i = v22_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v23_i)))));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + ((v20_round + i32(1)) * i32(16)))));
      v25_index = ((v13_start + ((v20_round + i32(1)) * i32(16))) + index2);
      v26_i = v25_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v26_i)))));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + ((v20_round + i32(2)) * i32(16)))));
      v28_index = ((v13_start + ((v20_round + i32(2)) * i32(16))) + index2);
      v29_i = v28_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v29_i)))));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + ((v20_round + i32(3)) * i32(16)))));
      v31_index = ((v13_start + ((v20_round + i32(3)) * i32(16))) + index2);
      v32_i = v31_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v32_i)))));
      continuing {
        v20_round = (v20_round + i32(4));
      }
    }
    v33_round = ((v15_rounds >> (u32(i32(2)) & 31u)) * i32(4));
    loop {
      if (!((v33_round < v15_rounds) && bitcast<u32>(v15_rounds) - bitcast<u32>(v33_round) > 7u)) { break; }
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + (v33_round * i32(16)))));
      v34_index = ((v13_start + (v33_round * i32(16))) + index2);
      v8_i = v34_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v8_i)))));
      v33_round = (v33_round + i32(1));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + (v33_round * i32(16)))));
      v34_index = ((v13_start + (v33_round * i32(16))) + index2);
      v8_i = v34_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v8_i)))));
      v33_round = (v33_round + i32(1));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + (v33_round * i32(16)))));
      v34_index = ((v13_start + (v33_round * i32(16))) + index2);
      v8_i = v34_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v8_i)))));
      v33_round = (v33_round + i32(1));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + (v33_round * i32(16)))));
      v34_index = ((v13_start + (v33_round * i32(16))) + index2);
      v8_i = v34_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v8_i)))));
      v33_round = (v33_round + i32(1));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + (v33_round * i32(16)))));
      v34_index = ((v13_start + (v33_round * i32(16))) + index2);
      v8_i = v34_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v8_i)))));
      v33_round = (v33_round + i32(1));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + (v33_round * i32(16)))));
      v34_index = ((v13_start + (v33_round * i32(16))) + index2);
      v8_i = v34_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v8_i)))));
      v33_round = (v33_round + i32(1));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + (v33_round * i32(16)))));
      v34_index = ((v13_start + (v33_round * i32(16))) + index2);
      v8_i = v34_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v8_i)))));
      v33_round = (v33_round + i32(1));
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + (v33_round * i32(16)))));
      v34_index = ((v13_start + (v33_round * i32(16))) + index2);
      v8_i = v34_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v8_i)))));
      continuing {
        v33_round = (v33_round + i32(1));
      }
    }
    loop {
      if (!((v33_round < v15_rounds))) { break; }
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + (v33_round * i32(16)))));
      v34_index = ((v13_start + (v33_round * i32(16))) + index2);
      v8_i = v34_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v8_i)))));
      continuing {
        v33_round = (v33_round + i32(1));
      }
    }
    if ((((v15_rounds * i32(16)) + index2) < v14_length)) {
      noted_at = (v2_progress.x >> 2u) + u32(((v9_block * i32(16)) + index2)); noted = u32(((v17_row * v5_inner) + (v13_start + (v15_rounds * i32(16)))));
      v36_index = ((v13_start + (v15_rounds * i32(16))) + index2);
      v37_i = v36_index;
      v10_sum_combined = (v10_sum_combined + bitcast<f32>(heap_at((v0_a_words + u32(v37_i)))));
    }
    continuing {
      v16_done = (v16_done + i32(1));
    }
  }
  set_heap((v1_sum_words + u32(((v9_block * i32(16)) + index2))), bitcast<u32>(v10_sum_combined));
}

// find
fn run(v0_n: i32, v1_from: vec2<u32>, v2_to: vec2<u32>) {
  let v1_from_words = v1_from.x >> 2u;
  let v2_to_words = v2_to.x >> 2u;
  var v3_i: i32;
  var v4_found: i32;
  var v5_k: i32;
  v3_i = index0;
  v4_found = i32(-1);
  v5_k = i32(0);
  loop {
    if (!((v5_k < v0_n))) { break; }
    if ((i32(heap_part((v1_from.x + u32(bitcast<i32>((bitcast<u32>(v3_i) + bitcast<u32>(v5_k))))), 8u)) == i32(7))) {
      v4_found = v5_k;
      break;
    }
    continuing {
      v5_k = (v5_k + i32(1));
    }
  }
  set_heap((v2_to_words + u32(v3_i)), bitcast<u32>(v4_found));
}

// long
fn run(v0_n: i32, v1_from: vec2<u32>, v2_singles: vec2<u32>, v3_to: vec2<u32>) {
  let v1_from_words = v1_from.x >> 2u;
  let v2_singles_words = v2_singles.x >> 2u;
  let v3_to_words = v3_to.x >> 2u;
  var v4_i: i32;
  var v5_sum: vec2<u32>;
  var v6_k: i32;
  var v7_k: i32;
  v4_i = index0;
  v5_sum = vec2<u32>(0u, 0u);
  v6_k = i32(0);
  loop {
    if (!((v6_k < v0_n))) { break; }
    v5_sum = f64_add(v5_sum, heap_pair((v1_from_words + u32(bitcast<i32>((bitcast<u32>(v4_i) + bitcast<u32>(v6_k)))) * 2u)));
    continuing {
      v6_k = (v6_k + i32(1));
    }
  }
  v7_k = i32(0);
  loop {
    if (!((v7_k < v0_n))) { break; }
    v5_sum = f64_add(v5_sum, math_sin_f64(f32_to_f64(bitcast<f32>(heap_at((v2_singles_words + u32(bitcast<i32>((bitcast<u32>(v4_i) + bitcast<u32>(v7_k))))))))));
    continuing {
      v7_k = (v7_k + i32(1));
    }
  }
  set_heap_pair((v3_to_words + u32(v4_i) * 2u), v5_sum);
}

// prefix
fn run(v0_n: i32, v1_a: vec2<u32>) {
  let v1_a_words = v1_a.x >> 2u;
  var v2_k: i32;
  v2_k = i32(0);
  loop {
    if (!((v2_k < v0_n))) { break; }
    set_heap((v1_a_words + u32((v2_k + i32(1)))), bitcast<u32>((bitcast<i32>(heap_at((v1_a_words + u32(v2_k)))) + i32(1))));
    continuing {
      v2_k = (v2_k + i32(1));
    }
  }
}

// gather
fn run(v0_from: vec2<u32>, v1_indices: vec2<u32>, v2_to: vec2<u32>) {
  let v0_from_words = v0_from.x >> 2u;
  let v1_indices_words = v1_indices.x >> 2u;
  let v2_to_words = v2_to.x >> 2u;
  var v3_i: i32;
  var v4_sum: f32;
  var v5_k: i32;
  v3_i = index0;
  v4_sum = 0.0f;
  v5_k = i32(0);
  loop {
    if (!((v5_k < i32(4)))) { break; }
    let i_0 = f64_index(f64_add(i32_to_f64(bitcast<i32>(heap_at((v1_indices_words + u32(v3_i))))), i32_to_f64(v5_k)));
    if (u32(i_0) >= v0_from.y) { fail(20u, i64_of(i_0), v0_from.y); return; }
    v4_sum = (v4_sum + bitcast<f32>(heap_at((v0_from_words + u32(i_0)))));
    continuing {
      v5_k = (v5_k + i32(1));
    }
  }
  set_heap((v2_to_words + u32(v3_i)), bitcast<u32>(v4_sum));
}

// narrowing
fn run(v0_n: i32, v1_from: vec2<u32>, v2_to: vec2<u32>) {
  let v1_from_words = v1_from.x >> 2u;
  let v2_to_words = v2_to.x >> 2u;
  var v3_i: i32;
  var v4_end: i32;
  var v5_count: i32;
  var v6_k: i32;
  var v7_k: i32;
  v3_i = index0;
  v4_end = v0_n;
  v5_count = i32(0);
  v6_k = i32(0);
  loop {
    if (!((v6_k < v4_end))) { break; }
    if ((i32(heap_part((v1_from.x + u32((v6_k & i32(7)))), 8u)) > i32(100))) {
      v4_end = (v4_end - i32(1));
    }
    continuing {
      v6_k = (v6_k + i32(1));
    }
  }
  v7_k = i32(0);
  loop {
    if (!((v7_k < v0_n))) { break; }
    if ((i32(heap_part((v1_from.x + u32((v7_k & i32(7)))), 8u)) > i32(100))) {
      v7_k = (v7_k + i32(2));
    }
    else {
      v5_count = (v5_count + i32(1));
    }
    continuing {
      v7_k = (v7_k + i32(1));
    }
  }
  set_heap((v2_to_words + u32(v3_i)), bitcast<u32>((v5_count + v4_end)));
}

// continued
fn run(v0_from: vec2<u32>, v1_to: vec2<u32>) {
  let v0_from_words = v0_from.x >> 2u;
  let v1_to_words = v1_to.x >> 2u;
  var v2_i: i32;
  var v3_sum: f32;
  var v4_k: i32;
  var v5_row: i32;
  v2_i = index0;
  v3_sum = 0.0f;
  v4_k = i32(0);
  v5_row = i32(0);
  v3_sum = (v3_sum * 2.0f);
  loop {
    if (!((v4_k < i32(5)) && bitcast<u32>(i32(5)) - bitcast<u32>(v4_k) > 7u)) { break; }
    v3_sum = (v3_sum + bitcast<f32>(heap_at((v0_from_words + u32((v4_k & i32(7)))))));
    v4_k = (v4_k + i32(1));
    v3_sum = (v3_sum + bitcast<f32>(heap_at((v0_from_words + u32((v4_k & i32(7)))))));
    v4_k = (v4_k + i32(1));
    v3_sum = (v3_sum + bitcast<f32>(heap_at((v0_from_words + u32((v4_k & i32(7)))))));
    v4_k = (v4_k + i32(1));
    v3_sum = (v3_sum + bitcast<f32>(heap_at((v0_from_words + u32((v4_k & i32(7)))))));
    v4_k = (v4_k + i32(1));
    v3_sum = (v3_sum + bitcast<f32>(heap_at((v0_from_words + u32((v4_k & i32(7)))))));
    v4_k = (v4_k + i32(1));
    v3_sum = (v3_sum + bitcast<f32>(heap_at((v0_from_words + u32((v4_k & i32(7)))))));
    v4_k = (v4_k + i32(1));
    v3_sum = (v3_sum + bitcast<f32>(heap_at((v0_from_words + u32((v4_k & i32(7)))))));
    v4_k = (v4_k + i32(1));
    v3_sum = (v3_sum + bitcast<f32>(heap_at((v0_from_words + u32((v4_k & i32(7)))))));
    continuing {
      v4_k = (v4_k + i32(1));
    }
  }
  loop {
    if (!((v4_k < i32(5)))) { break; }
    v3_sum = (v3_sum + bitcast<f32>(heap_at((v0_from_words + u32((v4_k & i32(7)))))));
    continuing {
      v4_k = (v4_k + i32(1));
    }
  }
  v5_row = (v5_row + i32(1));
  v3_sum = (v3_sum * 2.0f);
  loop {
    if (!((v4_k < i32(5)) && bitcast<u32>(i32(5)) - bitcast<u32>(v4_k) > 7u)) { break; }
    v3_sum = (v3_sum + bitcast<f32>(heap_at((v0_from_words + u32((v4_k & i32(7)))))));
    v4_k = (v4_k + i32(1));
    v3_sum = (v3_sum + bitcast<f32>(heap_at((v0_from_words + u32((v4_k & i32(7)))))));
    v4_k = (v4_k + i32(1));
    v3_sum = (v3_sum + bitcast<f32>(heap_at((v0_from_words + u32((v4_k & i32(7)))))));
    v4_k = (v4_k + i32(1));
    v3_sum = (v3_sum + bitcast<f32>(heap_at((v0_from_words + u32((v4_k & i32(7)))))));
    v4_k = (v4_k + i32(1));
    v3_sum = (v3_sum + bitcast<f32>(heap_at((v0_from_words + u32((v4_k & i32(7)))))));
    v4_k = (v4_k + i32(1));
    v3_sum = (v3_sum + bitcast<f32>(heap_at((v0_from_words + u32((v4_k & i32(7)))))));
    v4_k = (v4_k + i32(1));
    v3_sum = (v3_sum + bitcast<f32>(heap_at((v0_from_words + u32((v4_k & i32(7)))))));
    v4_k = (v4_k + i32(1));
    v3_sum = (v3_sum + bitcast<f32>(heap_at((v0_from_words + u32((v4_k & i32(7)))))));
    continuing {
      v4_k = (v4_k + i32(1));
    }
  }
  loop {
    if (!((v4_k < i32(5)))) { break; }
    v3_sum = (v3_sum + bitcast<f32>(heap_at((v0_from_words + u32((v4_k & i32(7)))))));
    continuing {
      v4_k = (v4_k + i32(1));
    }
  }
  v5_row = (v5_row + i32(1));
  set_heap((v1_to_words + u32(v2_i)), bitcast<u32>(v3_sum));
}
