/** Addresses of the pages, by the History API. */

export type Route =
  | { page: 'lobby' }
  | { page: 'new'; game: string | null; seats: number | null; friends: boolean }
  | { page: 'table'; table: string }
  | { page: 'rules'; game: string | null }
  | { page: 'lost' };

const TABLE = /^\/t\/([A-Za-z0-9_-]{4,40})$/;
const RULES = /^\/rules\/([a-z0-9_]{1,40})$/;

/** The page of an address. */
export function routeOf(path: string, search = ''): Route {
  const clean = path.length > 1 ? path.replace(/\/+$/, '') : path;
  const query = new URLSearchParams(search);
  if (clean === '/' || clean === '') return { page: 'lobby' };
  if (clean === '/new') {
    const seats = Number.parseInt(query.get('seats') ?? '', 10);
    return {
      page: 'new',
      game: query.get('game'),
      seats: Number.isNaN(seats) ? null : seats,
      friends: query.has('friends'),
    };
  }
  if (clean === '/rules') return { page: 'rules', game: null };
  const table = TABLE.exec(clean);
  if (table?.[1] !== undefined) return { page: 'table', table: table[1] };
  const rules = RULES.exec(clean);
  if (rules?.[1] !== undefined) return { page: 'rules', game: rules[1] };
  return { page: 'lost' };
}

class Router {
  route = $state.raw<Route>(routeOf('/'));
  /** Grows with each change of page; the first page is 0. */
  visits = $state(0);
  #inside = 0;
  /** What lies over the page, each with a history entry of its own: the back button closes the topmost. */
  #overlays: (() => void)[] = [];
  /** Entries that were made for them. */
  #entries = 0;
  #levelling: ReturnType<typeof setTimeout> | null = null;
  /** Steps back that the app itself takes. */
  #own = 0;
  #then: (() => void) | null = null;

  start(): () => void {
    this.route = routeOf(location.pathname, location.search);
    const pop = (): void => {
      if (this.#own > 0) {
        this.#own -= 1;
        const then = this.#then;
        this.#then = null;
        then?.();
        this.#level();
        return;
      }
      if (this.#entries > 0) {
        this.#entries -= 1;
        this.#overlays.pop()?.();
        return;
      }
      this.#inside = Math.max(0, this.#inside - 1);
      this.#show();
    };
    addEventListener('popstate', pop);
    return () => removeEventListener('popstate', pop);
  }

  go(path: string, how: { replace?: boolean } = {}): void {
    this.#overlays = [];
    if (this.#entries > 0) {
      // the entries of what lay over the page go first
      this.#back();
      this.#then = () => this.go(path, how);
      return;
    }
    if (how.replace) history.replaceState(null, '', path);
    else {
      history.pushState(null, '', path);
      this.#inside += 1;
    }
    this.#show();
  }

  /** Back within the app, or to the start when this page was the first one. */
  back(): void {
    if (this.#inside > 0) history.back();
    else this.go('/', { replace: true });
  }

  /** Something lies over the page from now on, until it is let go or `back` closes it. */
  over(back: () => void): () => void {
    this.#overlays.push(back);
    this.#levelSoon();
    return () => {
      const at = this.#overlays.indexOf(back);
      if (at < 0) return;
      this.#overlays.splice(at, 1);
      this.#levelSoon();
    };
  }

  /** One dialog that leads to another is one step of the history: so not before both have happened. */
  #levelSoon(): void {
    this.#levelling ??= setTimeout(() => {
      this.#levelling = null;
      this.#level();
    });
  }

  /** As many entries as there are overlays. A step back takes its time, and what follows waits for it. */
  #level(): void {
    if (this.#own > 0) return;
    while (this.#entries < this.#overlays.length) {
      history.pushState(null, '');
      this.#entries += 1;
    }
    if (this.#entries > this.#overlays.length) this.#back();
  }

  #back(): void {
    const by = this.#entries - this.#overlays.length;
    this.#entries -= by;
    this.#own += 1;
    history.go(-by);
  }

  #show(): void {
    this.route = routeOf(location.pathname, location.search);
    this.visits += 1;
    scrollTo(0, 0);
  }
}

export const router = new Router();

/** For links: `<a href="/rules" onclick={follow}>`; new tabs and windows stay the browser's affair. */
export function follow(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
    return;
  }
  const link = event.currentTarget;
  if (link.origin !== location.origin || (link.target !== '' && link.target !== '_self')) return;
  event.preventDefault();
  router.go(link.pathname + link.search);
}
