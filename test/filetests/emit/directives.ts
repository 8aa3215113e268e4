#!/usr/bin/env node
// A comment, then directives: they stay first.
"use strict";
"use client";
import { deviceGlobal, type i32, Queue } from "lanewise";

export const total = deviceGlobal<i32>();
const q = new Queue();
const out = q.mallocShared(Float32Array, 64);
export let gain = 2;
q.parallelFor(64, (i) => { out[i] = i * gain; }); // the end, without a line break