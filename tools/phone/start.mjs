import { openPhones } from './serve.mjs';

// node tools/phone/start.mjs [port]
// MACHINES_API_URL=http://127.0.0.1:9300 MACHINES_API_KEY=phones npm start

const key = 'phones';
const port = Number(process.argv[2] ?? 9300);
const { url, streams } = await openPhones({ port, key });
console.log(`Cloud phones: MACHINES_API_URL=${url} MACHINES_API_KEY=${key}`);
console.log(
  streams ? 'Their screens stream.' : 'Without ffmpeg (apt-get install ffmpeg) they have screenshots only.',
);
