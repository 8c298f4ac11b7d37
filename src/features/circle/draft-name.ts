/** The name of the draft of an unsent post on the phone. */
export const draftName = 'post';
