# The program's threads in gdb, for `raddle replay --gdb`.
#
# raddle runs all threads of a program on one kernel thread, each on a stack of its own; gdb sees the one that runs. A thread
# that does not run has left its registers on its stack (runtime/context.S), and `sp` of its struct thread points at them.
# To look at it, they are put into gdb's registers; before the program goes on, those of the running thread are put back.
import gdb
import os

STATE = 0x680000000000  # LAYOUT_STATE
STACKS = 0x030000000000  # LAYOUT_STACKS
SIGSEGV = 11
SAVED = ("r15", "r14", "r13", "r12", "rbx", "rbp", "rip")  # at sp + 8, 8 bytes each
ALL = SAVED + ("rsp", "fs_base")

running = {}  # registers of the running thread while another one is looked at


def runtime_block():
    return gdb.block_for_pc(int(gdb.parse_and_eval("(long)&__raddle_rt_thread_switch")))


def state():  # the program may have a struct state too: ask for the runtime's
    kind = gdb.lookup_type("struct state", runtime_block().static_block)
    return gdb.Value(STATE).cast(kind.pointer()).dereference()


def numbers():
    sched = state()["sched"]
    return [int(sched["order"][i]) for i in range(int(sched["thread_count"]))]


def current():
    return int(state()["sched"]["current"])


def is_runtime(frame):
    table = frame.find_sal().symtab
    own = os.path.dirname(runtime_block().function.symtab.fullname())
    return table is None or table.fullname().startswith(own)


def innermost(pc=0):  # the frame of the program that is at pc, or just its innermost one
    found = None
    frame = gdb.newest_frame()
    while frame is not None and frame.is_valid():
        if pc and frame.pc() == pc:
            return frame
        if found is None and not is_runtime(frame):
            found = frame
        frame = frame.older()
    return found or gdb.newest_frame()


def show_frame(pc=0):
    innermost(pc).select()
    gdb.execute("frame")


def get_register(name):  # the machine's: in an outer frame it would be what that frame's caller had
    gdb.newest_frame().select()
    return int(gdb.parse_and_eval("(unsigned long)$" + name))


def set_registers(values):  # likewise: in an outer frame the program's stack would be written
    for name, value in values.items():
        gdb.newest_frame().select()
        gdb.execute("set $%s = %d" % (name, value))


def put_back():
    set_registers(running)
    running.clear()


def switch(number):
    put_back()
    if number == current():
        return
    thread = state()["thread"][number]
    sp = int(thread["sp"])
    for name in ALL:
        running[name] = get_register(name)
    saved = gdb.Value(sp + 8).cast(gdb.lookup_type("unsigned long").pointer())
    values = dict((name, int(saved[i])) for i, name in enumerate(SAVED))
    values["rsp"] = sp + 8 + 8 * len(SAVED)
    values["fs_base"] = int(thread["fs"])
    set_registers(values)


def is_stack_growth():  # stacks are mapped when they are touched: the runtime takes the signal and goes on
    try:
        info = gdb.parse_and_eval("$_siginfo")
        number, address = int(info["si_signo"]), int(info["_sifields"]["_sigfault"]["si_addr"])
        running_thread = state()["thread"][current()]
    except gdb.error:
        return False
    top = int(running_thread["stack_top"])
    return number == SIGSEGV and address >= STACKS and top - (8 << 20) <= address < int(running_thread["stack_low"])


def routine(thread, number):
    if number == 0:
        return "main"
    where = gdb.block_for_pc(int(thread["posix"]["routine"]))
    return str(where.function) if where and where.function else "?"


def object_name(address):
    text = gdb.execute("info symbol %d" % address, to_string=True)
    return text.split(" in section")[0].strip() if " in section" in text else hex(address)


def has_ended(number):
    return str(state()["thread"][number]["state"]).endswith("ENDED")


def place(frame):
    sal = frame.find_sal()
    return "%s at %s:%d" % (frame.name(), sal.symtab.filename if sal.symtab else "?", sal.line)


def describe(number):  # what the thread does, and where
    thread = state()["thread"][number]
    if has_ended(number):
        return "has ended"
    if number == current():
        return "runs: " + place(innermost())
    pending = thread["next"]
    what = str(pending["kind"]).replace("EV_", "").lower().replace("_", "-")
    if int(pending["object"]) >= 4096:  # no address: a thread's number
        what += "(%s)" % object_name(int(pending["object"]))
    site = pending["site"]
    if int(site) == 0:
        return "next: " + what
    return "next: %s  in %s at %s:%d" % (what, site["function"].string(), site["file"].string(), int(site["line"]))


class Raddle(gdb.Command):
    """The program's threads: raddle threads, raddle thread N, raddle where all."""

    def __init__(self):
        super().__init__("raddle", gdb.COMMAND_STACK, prefix=True)


class Threads(gdb.Command):
    """List the program's threads: number, start routine, what each is about to do and where."""

    def __init__(self):
        super().__init__("raddle threads", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        put_back()
        for number in numbers():
            mark = "*" if number == current() else " "
            print("%s thread %-3d %-16s %s" % (mark, number, routine(state()["thread"][number], number), describe(number)))


class Thread(gdb.Command):
    """Look at thread N of the program: raddle thread N."""

    def __init__(self):
        super().__init__("raddle thread", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        number = int(argument) if argument.strip().isdigit() else -1
        if number not in numbers():
            raise gdb.GdbError("raddle thread N: one of %s" % ", ".join(map(str, numbers())))
        if has_ended(number):
            raise gdb.GdbError("thread %d has ended" % number)
        switch(number)
        show_frame()


class Where(gdb.Command):
    """The stacks of all threads of the program: raddle where all."""

    def __init__(self):
        super().__init__("raddle where", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        for number in numbers():
            put_back()
            print("\nthread %d, %s, %s" % (number, routine(state()["thread"][number], number), describe(number)))
            if has_ended(number):
                continue
            switch(number)
            frame = gdb.newest_frame()
            while frame is not None:
                if not is_runtime(frame):
                    print("  #%-2d %s" % (frame.level(), place(frame)))
                frame = frame.older()
        put_back()
        show_frame()


class Stopped(gdb.Command):
    """At the failure: select its frame and show the threads: raddle stopped PC."""

    def __init__(self):
        super().__init__("raddle stopped", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        while gdb.selected_inferior().pid and is_stack_growth():
            gdb.execute("continue")
        if not gdb.selected_inferior().pid:
            return
        if len(numbers()) > 1:
            gdb.execute("raddle threads")
        show_frame(int(argument, 0) if argument else 0)


for command in (Raddle, Threads, Thread, Where, Stopped):
    command()
for command in ("continue", "step", "next", "stepi", "nexti", "finish", "until"):
    gdb.execute("define hook-%s\npython put_back()\nend" % command)
