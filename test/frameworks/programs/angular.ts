// Starts an application with the component for Angular.
import '@angular/compiler';
import { provideZonelessChangeDetection } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { provideTanStackQuery, QueryClient } from '@tanstack/angular-query-experimental';
import { Shelf } from '../angular/shelf.ts';

export const mount = (root: HTMLElement): void => {
  root.innerHTML = '<app-shelf></app-shelf>';
  void bootstrapApplication(Shelf, { providers: [provideZonelessChangeDetection(), provideTanStackQuery(new QueryClient())] });
};
