import * as ng from '@angular/core';
import type { EmbedElement, Options } from '../api';

// For Angular from 16 on: a component whose host is the element itself, so that templates know the elements and check their options. Events
// are those of the DOM, with their types from `api.ts`. Written as Angular's compiler writes the code of a library; its linker, and its
// declarations, read literals only. `test/unit/embed/package.test.ts` compares the features with the table.

/** Angular's own types lack `minVersion`, which its linker requires. */
type Declare = (declaration: object) => unknown;

/** `imports: [Cloudphone]` in a component, then `<cloudphone-wallet [fetchToken]="fetchToken" (cp-error)="report($event)" />`. */
export class Cloudphone {
  partner?: Options['partner'];
  fetchToken?: Options['fetchToken'];
  tokenEndpoint?: Options['tokenEndpoint'];
  mode?: Options['mode'];
  loading?: Options['loading'];
  locale?: Options['locale'];
  route?: Options['route'];
  heading?: Options['heading'];
  theme?: Options['theme'];
  messages?: Options['messages'];

  private readonly element: EmbedElement = ng.inject<ng.ElementRef<EmbedElement>>(
    ng.ElementRef,
  ).nativeElement;

  /** Sets changed options as properties, which works before the script is loaded. */
  ngOnChanges(changes: ng.SimpleChanges): void {
    for (const [name, { currentValue }] of Object.entries(changes))
      Object.assign(this.element, { [name]: currentValue });
  }

  static ɵfac: ng.ɵɵFactoryDeclaration<Cloudphone, never> = (ng.ɵɵngDeclareFactory as Declare)({
    minVersion: '12.0.0',
    version: '16.0.0',
    ngImport: ng,
    type: Cloudphone,
    deps: [],
    target: ng.ɵɵFactoryTarget.Component,
  }) as never;

  static ɵcmp: ng.ɵɵComponentDeclaration<
    Cloudphone,
    'cloudphone-wallet, cloudphone-work-orders, cloudphone-notices, cloudphone-devices, cloudphone-screen, cloudphone-orders, cloudphone-points, cloudphone-chat, cloudphone-accounts, cloudphone-logs, cloudphone-feed, cloudphone-shop, cloudphone-promotion, cloudphone-invitation, cloudphone-declarations',
    never,
    {
      partner: { alias: 'partner'; required: false };
      fetchToken: { alias: 'fetchToken'; required: false };
      tokenEndpoint: { alias: 'tokenEndpoint'; required: false };
      mode: { alias: 'mode'; required: false };
      loading: { alias: 'loading'; required: false };
      locale: { alias: 'locale'; required: false };
      route: { alias: 'route'; required: false };
      heading: { alias: 'heading'; required: false };
      theme: { alias: 'theme'; required: false };
      messages: { alias: 'messages'; required: false };
    },
    // biome-ignore lint/complexity/noBannedTypes: the form that Angular's compiler reads
    {},
    never,
    never,
    true,
    never
  > = (ng.ɵɵngDeclareComponent as Declare)({
    minVersion: '14.0.0',
    version: '16.0.0',
    ngImport: ng,
    type: Cloudphone,
    isStandalone: true,
    selector:
      'cloudphone-wallet, cloudphone-work-orders, cloudphone-notices, cloudphone-devices, cloudphone-screen, cloudphone-orders, cloudphone-points, cloudphone-chat, cloudphone-accounts, cloudphone-logs, cloudphone-feed, cloudphone-shop, cloudphone-promotion, cloudphone-invitation, cloudphone-declarations',
    inputs: {
      partner: 'partner',
      fetchToken: 'fetchToken',
      tokenEndpoint: 'tokenEndpoint',
      mode: 'mode',
      loading: 'loading',
      locale: 'locale',
      route: 'route',
      heading: 'heading',
      theme: 'theme',
      messages: 'messages',
    },
    usesOnChanges: true,
    template: '',
    isInline: true,
    changeDetection: ng.ChangeDetectionStrategy.OnPush,
    encapsulation: ng.ViewEncapsulation.None,
  }) as never;
}
