/** Under which name a post that is not sent yet is kept on the phone. */
export const draftName = 'post';
