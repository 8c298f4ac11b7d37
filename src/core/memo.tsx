import { Component, type ComponentType } from 'react';

/**
 * Skips rendering while the props stay the same. React's `memo`, which only some screens need, separate from the code that all screens
 * load.
 */
export function memo<P extends object>(Content: ComponentType<P>): ComponentType<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>) {
      const names = Object.keys({ ...this.props, ...next }) as (keyof P)[];
      return names.some((name) => this.props[name] !== next[name]);
    }
    override render() {
      return <Content {...this.props} />;
    }
  };
}
