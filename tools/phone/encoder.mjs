import { spawn, spawnSync } from 'node:child_process';

// H.264 of what a phone draws, by ffmpeg. Without ffmpeg a phone has screenshots only.

/** Pictures a second, and pictures from one that needs no other to the next. */
const [rate, keyEvery] = [15, 30];

/** Whether this machine has an ffmpeg that makes H.264. */
export const canStream = () =>
  spawnSync('ffmpeg', ['-hide_banner', '-encoders'], { encoding: 'utf8' }).stdout?.includes('libx264') ??
  false;

const types = { picture: 1, key: 5, sps: 7, pps: 8, delimiter: 9 };

/**
 * The units of a piece of H.264 in which each begins with `00 00 01`, without what stands before.
 * @param {Buffer} bytes
 */
function unitsOf(bytes) {
  /** @type {{ type: number, bytes: Buffer }[]} */
  const units = [];
  /** @type {number[]} */
  const starts = [];
  for (let at = bytes.indexOf('000001', 0, 'hex'); at >= 0; at = bytes.indexOf('000001', at + 3, 'hex'))
    starts.push(at + 3);
  starts.forEach((start, nth) => {
    let end = (starts[nth + 1] ?? bytes.length + 3) - 3;
    while (end > start && bytes[end - 1] === 0) end--; // a zero before the next unit belongs to its start code
    units.push({ type: (bytes[start] ?? 0) & 31, bytes: bytes.subarray(start, end) });
  });
  return units;
}

const startCode = Buffer.from([0, 0, 0, 1]);
/** @param {{ bytes: Buffer }[]} units */
const joined = (units) => Buffer.concat(units.flatMap(({ bytes }) => [startCode, bytes]));

/**
 * Encodes what `draw` returns, until it is stopped. `give` receives packets in the order in which they are to be decoded.
 * @param {() => Buffer} draw
 * @param {{ width: number, height: number }} size
 * @param {number} bitrate in bits a second
 * @param {(packet: { kind: 'configuration' | 'key' | 'delta', at: number, data: Buffer }) => void} give
 */
export function encode(draw, { width, height }, bitrate, give) {
  const kilobits = Math.max(100, Math.round(bitrate / 1000));
  const input = `-f rawvideo -pix_fmt rgb24 -video_size ${width}x${height} -framerate ${rate} -i pipe:0`;
  const codec = `-c:v libx264 -preset ultrafast -tune zerolatency -profile:v baseline -pix_fmt yuv420p -threads 1`;
  const size = `-g ${keyEvery} -b:v ${kilobits}k -maxrate ${kilobits}k -bufsize ${kilobits}k`;
  const output = '-x264-params repeat-headers=1:aud=1 -flush_packets 1 -f h264 pipe:1';
  const options = `-hide_banner -loglevel fatal ${input} ${codec} ${size} ${output}`.split(' ');
  const ffmpeg = spawn('ffmpeg', options, { stdio: ['pipe', 'pipe', 'inherit'] });
  let rest = Buffer.alloc(0);
  let count = 0;
  /** @param {Buffer} bytes of one picture, with what belongs to it */
  const picture = (bytes) => {
    const units = unitsOf(bytes).filter(({ type }) => type !== types.delimiter);
    const configuration = units.filter(({ type }) => type === types.sps || type === types.pps);
    const others = units.filter((unit) => !configuration.includes(unit));
    if (configuration.length) give({ kind: 'configuration', at: 0, data: joined(configuration) });
    if (!others.length) return;
    const kind = others.some(({ type }) => type === types.key) ? 'key' : 'delta';
    give({ kind, at: Math.round((count++ * 1_000_000) / rate), data: joined(others) });
  };
  const delimiter = '00000109';
  ffmpeg.stdout.on('data', (/** @type {Buffer} */ part) => {
    rest = Buffer.concat([rest, part]);
    for (;;) {
      const end = rest.indexOf(delimiter, 4, 'hex');
      if (end < 0) return;
      picture(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
  });
  ffmpeg.stdin.on('error', () => {}); // it has ended, which its `close` says
  const timer = setInterval(() => {
    if (ffmpeg.stdin.writableLength < 3_000_000) ffmpeg.stdin.write(draw());
  }, 1000 / rate);
  return {
    stop() {
      clearInterval(timer);
      ffmpeg.stdin.destroy();
      ffmpeg.kill();
    },
  };
}
