import { pathToFileURL } from 'node:url';
import { openPhones } from './serve.mjs';

// node tools/phone/with-phones.mjs dist/server/main.mjs, which is npm start: the gateway with phones that draw themselves in place of the sandbox, if this machine can show them live.

const [, , program = ''] = process.argv;
const key = 'phones';
const { NODE_ENV, MACHINES, MACHINES_API_URL, QUIET, TEST_MODE } = process.env;
const isChosen = NODE_ENV === 'production' || MACHINES || MACHINES_API_URL || QUIET || TEST_MODE;
if (!isChosen) {
  const phones = await openPhones({ key });
  if (phones.streams) {
    Object.assign(process.env, { MACHINES: 'stand-in', MACHINES_API_URL: phones.url, MACHINES_API_KEY: key });
    console.log('Screens of cloud phones (sandbox): live, and they obey touches.');
  } else {
    await phones.close();
    console.log(
      'Screens of cloud phones (sandbox): a picture every second. With ffmpeg (apt-get install ffmpeg) they are live.',
    );
  }
}
await import(pathToFileURL(program).href);
