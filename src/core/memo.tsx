import { Component, type ComponentType } from 'react';

/** As it was, while what it is given is as it was. React's `memo`, which only some screens need, apart from what all of them load. */
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
