import { css } from 'goober';

/*
 * As high as the window leaves room for; 100vh includes the address bar of a browser, which is less than the caption. The window of an embed in a frame
 * is as high as its content, so an embed has a width of its own.
 */
export const frame = css`
  position: relative;
  min-width: 180px;
  max-width: calc((100vh - 230px) * 0.5625);
  margin: 12px auto;
  overflow: hidden;
  border-radius: var(--cp-round);
  background: #0a1a2a;
  &::before {
    display: block;
    padding-top: var(--high, 177.78%);
    content: '';
  }
  & > :not(p),
  & canvas,
  & video {
    position: absolute;
    top: 0;
    left: 0;
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
  & [data-late] {
    opacity: 0.4;
  }
  & > div {
    touch-action: none;
  }
  .cp & {
    max-width: 320px;
  }
  & > p {
    position: absolute;
    right: 0;
    bottom: 0;
    left: 0;
    padding: 12px;
    background: #0a1a2a;
    color: #fff;
    font-size: 14px;
    text-align: center;
  }
`;
