import { origin } from './result';

/** Milliseconds that a video gets on a slow network. */
const timeout = 300_000;

/**
 * Sends a file to the gateway with a ticket for it, which stands in no address. Answers its id there; throws with the gateway's words
 * when it is refused, and without any when nobody answered.
 */
export const sendFile = (
  name: 'imageFile' | 'videoFile',
  filePath: string,
  ticket: string,
  told: (percent: number) => void = () => {},
): Promise<string> =>
  new Promise((settle, fail) => {
    const header = { authorization: `Ticket ${ticket}`, 'accept-language': wx.getAppBaseInfo().language };
    const task = wx.uploadFile({
      url: `${origin}/api/upload/native`,
      name,
      filePath,
      header,
      timeout,
      success({ data }) {
        let answer: { id?: string; message?: string } = {};
        try {
          answer = JSON.parse(data);
        } catch {
          // somebody between us and the gateway answered
        }
        if (answer.id) settle(answer.id);
        else fail(new Error(answer.message ?? ''));
      },
      fail: () => fail(new Error('')),
    });
    task.onProgressUpdate(({ progress }) => told(progress));
  });
