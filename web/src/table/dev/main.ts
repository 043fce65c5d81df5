/**
 * The table on fixtures, without a server: `npm run dev`, then /src/table/dev/?scene=my_turn&theme=dark
 * or ?game=sueca&scene=follow.
 *
 * `?match=paulista` plays a recorded match step by step (`&ms=600`); `?line=reconnecting` breaks the line;
 * `?refuse=not_your_turn` refuses every command. Never part of a build.
 */
import '@fontsource/atkinson-hyperlegible/latin-400.css';
import '@fontsource/atkinson-hyperlegible/latin-700.css';
import '../../tokens.css';
import '../../base.css';
import { mount } from 'svelte';
import type { Connection } from '../../lib/table';
import { change } from '../../lib/settings.svelte';
import Stage from './Stage.svelte';

const query = new URLSearchParams(location.search);
document.documentElement.dataset['theme'] = query.get('theme') ?? 'light';
document.documentElement.dataset['suits'] = query.get('suits') ?? 'two';
document.documentElement.dataset['text'] = query.get('text') ?? 'normal';
change({ lang: query.get('lang') === 'en' ? 'en' : 'pt-BR', oneTap: query.has('onetap') });

const target = document.getElementById('app');
if (target === null) throw new Error('no #app');
mount(Stage, {
  target,
  props: {
    game: query.get('game') ?? 'truco',
    scene: query.get('scene'),
    match: query.get('match'),
    ms: Number(query.get('ms') ?? '900'),
    line: (query.get('line') ?? 'online') as Connection,
    refuse: query.get('refuse'),
    silent: query.has('silent'),
  },
});
