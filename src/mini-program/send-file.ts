import { origin } from './result';

/** Time limit in milliseconds for a video on a slow network. */
const timeout = 300_000;

/**
 * Uploads a file to the gateway with its ticket, which is not part of any address. Returns its id there; throws with the gateway's
 * message for a refusal, and without a message if there was no response.
 */
export const sendFile = (
  name: 'imageFile' | 'videoFile',
  filePath: string,
  ticket: string,
  onProgress: (percent: number) => void = () => {},
): Promise<string> =>
  new Promise((resolve, fail) => {
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
          // a proxy between us and the gateway responded
        }
        if (answer.id) resolve(answer.id);
        else fail(new Error(answer.message ?? ''));
      },
      fail: () => fail(new Error('')),
    });
    task.onProgressUpdate(({ progress }) => onProgress(progress));
  });
