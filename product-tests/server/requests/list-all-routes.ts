// Lists the routes of the product, read from the tables that serve them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createAuthRoutes, createStorageRoutes } from '@fairlead/backend/testing';
import { projectRoot } from '../../../server/project-root.ts';
import { readProductVocabulary } from './product-vocabulary.ts';

export interface ProductRoute {
  method: string;
  /** With parameters as `:name`. */
  path: string;
  /** It draws a page or starts a process: about ten times the work of others. */
  isCostly?: boolean;
}

export async function listAllRoutes(): Promise<ProductRoute[]> {
  return [
    ...routesOf(createAuthRoutes({} as never)),
    ...routesOf(createStorageRoutes({} as never)),
    ...[...(await siteRoutes()), ...functionRoutes()].map((route) => ({ ...route, isCostly: true })),
    ...restRoutes(),
    ...['', '/:topic/events/:event'].map((path) => post(`/realtime/v1/api/broadcast${path}`)),
    ...['/realtime/v1/websocket', '/healthz', '/readyz', '/metrics', '/rest/v1/'].map(get),
    post('/mail-in'),
    post('/.well-known/fairlead-proxy-echo'),
    get('/assets/none.js'),
  ];
}

function get(path: string): ProductRoute {
  return { method: 'GET', path };
}

function post(path: string): ProductRoute {
  return { method: 'POST', path };
}

interface RouteTable {
  routes: { method: string; path: string }[];
}

function routesOf({ routes }: RouteTable): ProductRoute[] {
  return routes.map(({ method, path }) => ({
    method: method === 'ALL' ? 'POST' : method,
    path: path.replaceAll(/\{[^}]*\}/g, '').replaceAll('*', 'rest'),
  }));
}

interface SiteRoute {
  path?: string;
  parentId?: string;
  module: object;
}

async function siteRoutes(): Promise<ProductRoute[]> {
  const entry = pathToFileURL(join(projectRoot, 'site', 'build', 'server', 'index.js')).href;
  const { routes } = (await import(entry)) as { routes: Record<string, SiteRoute> };
  function pathOf({ path = '', parentId }: SiteRoute): string {
    const parent = parentId === undefined ? undefined : routes[parentId];
    const own = path.replace('*', 'no-such-page').replaceAll('?', '');
    return [parent && pathOf(parent), own].filter(Boolean).join('/');
  }
  return Object.values(routes).flatMap((route) => {
    const path = `/${pathOf(route)}`;
    const actions = 'action' in route.module ? [post(path), post(`${path}.data`)] : [];
    return [get(path), ...actions, get(`${path}.data`)];
  });
}

function restRoutes(): ProductRoute[] {
  const { tables, functions } = readProductVocabulary();
  return [
    ...Object.keys(tables).flatMap((name) =>
      ['GET', 'POST', 'PATCH', 'DELETE'].map((method) => ({ method, path: `/rest/v1/${name}` })),
    ),
    ...Object.keys(functions).map((name) => post(`/rest/v1/rpc/${name}`)),
  ];
}

function functionRoutes(): ProductRoute[] {
  const folder = join(projectRoot, 'supabase', 'functions');
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => post(`/functions/v1/${name}`));
}
