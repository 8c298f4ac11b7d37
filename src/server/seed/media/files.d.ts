declare module '*.mp4' {
  const bytes: Uint8Array;
  export default bytes;
}
declare module '*.svg' {
  const drawing: string;
  export default drawing;
}
