import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface Mail {
  to: string;
  /** The whole of it, headers and text. */
  raw: string;
}

/** A mail server on this machine, which lets `desk` with `secret` in and keeps what it gets. */
export async function openMailbox() {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'desk' && password === 'secret'
        ? done(null, { user: username })
        : done(new Error('wrong user or password')),
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('nobody') ? done(new Error('no such mailbox')) : done(),
    onData(stream, { envelope }, done) {
      let raw = '';
      stream.on('data', (part) => (raw += part));
      stream.on('end', () => {
        mails.push({ to: envelope.rcptTo[0]?.address ?? '', raw });
        done();
      });
    },
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://desk:secret@127.0.0.1:${port}`,
    port,
    mails,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}
