export const texts = {
  phone: 'Номер телефона',
  phonePlaceholder: '+7 900 000-00-00',
  password: 'Пароль',
  newPassword: 'Новый пароль',
  repeatPassword: 'Повторите пароль',
  login: {
    title: 'Вход',
    lead: 'Тренажёр торговли криптовалютой с плечом. Деньги учебные: настоящие сюда не внести и отсюда не получить.',
    submit: 'Войти',
    sending: 'Вход…',
    other: 'Ещё нет аккаунта?',
    otherLink: 'Зарегистрироваться',
    failed: 'Неверный номер телефона или пароль',
  },
  register: {
    title: 'Регистрация',
    submit: 'Зарегистрироваться',
    sending: 'Регистрация…',
    other: 'Уже есть аккаунт?',
    otherLink: 'Войти',
    passwordHint: 'Минимум 6 символов. Используйте пароль, которого нет у вас на других сайтах.',
    done: 'Регистрация успешна!',
    doneHint: 'Сейчас откроется тренажёр.',
    failed: 'Ошибка при регистрации',
    grant:
      'Тренажёр торговли криптовалютой с плечом. На счёте сразу будет 1\u202f000 уч. USDT, в учебном кошельке — монеты учебной сети. Это не деньги: настоящие сюда не внести и отсюда не получить.',
  },
  welcome: (phone: string) => `Добро пожаловать, ${phone}`,
  required: 'Пожалуйста, заполните все поля',
  tooShort: 'Пароль должен содержать минимум 6 символов',
  mismatch: 'Пароли не совпадают',
} as const;

export const PASSWORD_MIN_LENGTH = 6;
/** How long the success of a registration is shown before the application opens. */
export const REDIRECT_AFTER_MS = 2_000;
