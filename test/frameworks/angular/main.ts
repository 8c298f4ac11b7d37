import '@angular/compiler';
import { Component, computed, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { type EmbedEvents, type FetchToken, load, type Theme } from '@cloudphone/embed';
import { Cloudphone } from '@cloudphone/embed/angular';

@Component({
  selector: 'shop-app',
  imports: [Cloudphone],
  template: `
    <main>
      <button type="button" (click)="kraft.set(!kraft())">Other theme</button>
      <button type="button" (click)="locale.set('zh-CN')">Chinese</button>
      <button type="button" (click)="shown.set(!shown())">Put in or out</button>
      @if (shown()) {
        <cloudphone-wallet
          partner="p_demo"
          loading="eager"
          [fetchToken]="fetchToken"
          [theme]="theme()"
          [locale]="locale()"
          (cp-routechange)="heard($event)"
        ></cloudphone-wallet>
      }
      <output>{{ routes().join(' ') }}</output>
    </main>
  `,
})
class App {
  readonly kraft = signal(false);
  readonly locale = signal('en');
  readonly shown = signal(true);
  readonly routes = signal<string[]>([]);
  readonly theme = computed<Theme>(() => ({
    'color-primary': this.kraft() ? '#a3330b' : '#0b5c86',
    'color-on-primary': '#ffffff',
  }));
  readonly fetchToken: FetchToken = async ({ feature, reason, signal }) => {
    const response = await fetch('/token', {
      method: 'POST',
      body: JSON.stringify({ feature, reason }),
      signal,
    });
    const answer = await response.json();
    if (response.ok) return answer;
    throw Object.assign(new Error('no token'), answer, { status: response.status });
  };

  heard({ detail }: EmbedEvents['cp-routechange']): void {
    this.routes.update((before) => [...before, detail.route]);
  }
}

load(document.documentElement.dataset.cloudphone ?? '').catch(console.error);
bootstrapApplication(App).catch(console.error);
