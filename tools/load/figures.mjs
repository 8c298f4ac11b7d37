import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf } from '../cluster/processes.mjs';

/** @typedef {{ name: string, labels: Record<string, string>, value: number }} Figure what `/metrics` says in one line */
/**
 * A sample of all figures, every fifteen seconds.
 * @typedef {{ at: number, figures: Figure[], database: number, crowd: number, load: number }} Sample
 * `at` in milliseconds; `database` and `crowd`: seconds of the processor so far; `load`: the machine's load average of a minute
 */

/**
 * The lines of `/metrics`.
 * @param {string} text
 * @returns {Figure[]}
 */
export const read = (text) =>
  text.split('\n').flatMap((line) => {
    const [, name, inside = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)/.exec(line) ?? [];
    if (!name) return [];
    const labels = [...inside.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, text]) => [key, text]);
    return [{ name, labels: Object.fromEntries(labels), value: Number(value) }];
  });

/**
 * The sum of a figure over its labels.
 * @param {Figure[]} figures
 * @param {string} name
 * @param {Record<string, string>} [labels]
 */
export const sum = (figures, name, labels = {}) =>
  figures
    .filter((one) => one.name === name && Object.entries(labels).every(([key, is]) => one.labels[key] === is))
    .reduce((total, { value }) => total + value, 0);

/**
 * CPU seconds of a process and its children, including those that have ended.
 * @param {number} pid
 */
export function processorOf(pid) {
  let ticks = 0;
  for (const one of [pid, ...childrenOf(pid)])
    try {
      const fields = readFileSync(`/proc/${one}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      // its own time, and that of children that were awaited
      ticks += fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
    } catch {} // it has just ended: its parent has its time
  return ticks / 100;
}

/** The process of the server behind an open connection. @param {import('pg').Client} client */
export async function postmasterOf(client) {
  const { rows } = await client.query('show data_directory');
  return Number(readFileSync(join(rows[0].data_directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** @param {number[]} numbers */
export const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/**
 * A quantile of a histogram's counts, interpolated linearly within a bucket as Prometheus does.
 * @param {{ upTo: number, count: number }[]} buckets cumulative, ascending
 * @param {number} part
 */
export function quantile(buckets, part) {
  const wanted = (buckets.at(-1)?.count ?? 0) * part;
  let [from, below] = [0, 0];
  for (const { upTo, count } of buckets) {
    if (count >= wanted)
      return upTo === Infinity ? from : from + ((upTo - from) * (wanted - below)) / (count - below || 1);
    [from, below] = [upTo, count];
  }
  return from;
}

/** @param {Figure[]} figures @param {string} call */
export const bucketsOf = (figures, call) =>
  figures
    .filter(({ name, labels }) => name === 'cloudphone_call_seconds_bucket' && labels.call === call)
    .map(({ labels, value }) => ({ upTo: labels.le === '+Inf' ? Infinity : Number(labels.le), count: value }))
    .sort((a, b) => a.upTo - b.upTo);

/**
 * A table in Markdown: the first column is text.
 * @param {string[]} head
 * @param {(string | number)[][]} rows
 */
export const table = (head, rows) =>
  [
    `| ${head.join(' | ')} |`,
    `|---|${head
      .slice(1)
      .map(() => '--:|')
      .join('')}`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
